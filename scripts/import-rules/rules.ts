import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

const TEST = '[.]test[.]tsx?$';
const TYPE_ONLY = 'type-only';

/** Who may import whom. Paths are regular expressions on the path from the root; `$1` is the first group of `from`. */
const RULES: (IRegularForbiddenRuleType & { name: string; comment: string })[] = [
  {
    name: 'contract-is-a-leaf',
    comment: 'the contract imports zod and itself, nothing else: every other part builds on it',
    from: { path: '^contract/', pathNot: TEST },
    to: { pathNot: ['^contract/', '^node_modules/zod/'] },
  },
  {
    name: 'connectors-stand-alone',
    comment: 'connectors know no other part of Sheaf; their tests may use its sandbox',
    from: { path: '^connectors/', pathNot: [TEST, '^connectors/src/[^/]+/testing/'] },
    to: { path: '^(contract|sandbox|server|web|e2e|bench|scripts)/' },
  },
  {
    name: 'connectors-reach-vendors-through-the-gateway',
    comment: "besides zod, only a connector's gateway.ts runs code of other packages",
    from: { path: '^connectors/', pathNot: [TEST, '/(testing|conformance)/', '/gateway[.]ts$'] },
    to: { path: '^node_modules/', pathNot: '^node_modules/zod/', dependencyTypesNot: [TYPE_ONLY] },
  },
  {
    name: 'connectors-are-strangers',
    comment: 'a connector imports the kit and itself, never another connector; the kit imports none',
    from: { path: '^connectors/src/([^/]+)/' },
    to: { path: '^connectors/src/[^/]+/', pathNot: ['^connectors/src/kit/', '^connectors/src/$1/'] },
  },
  {
    name: 'sandbox-shares-types-only',
    comment: 'the sandbox doubles the clouds: code shared with what it tests would hide faults of both',
    from: { path: '^sandbox/' },
    to: { path: '^(connectors|server|web)/', dependencyTypesNot: [TYPE_ONLY] },
  },
  {
    name: 'only-main-starts-the-sandbox',
    comment: 'production code does not know of the sandbox; main, tests and benchmarks start it',
    from: { path: '^[^/]+/', pathNot: ['^sandbox/', '^e2e/', '^bench/', TEST, '^server/src/main[.]ts$', '/testing/'] },
    to: { path: '^sandbox/' },
  },
  {
    name: 'programs-are-not-libraries',
    comment: 'nobody builds on the server, the web, the browser tests or the benchmarks',
    from: { path: '^(contract|connectors|sandbox|server|web)/' },
    to: { path: '^(server|web|e2e|bench)/', pathNot: '^$1/', dependencyTypesNot: [TYPE_ONLY] },
  },
  {
    name: 'ground-knows-no-feature',
    comment: 'platform and db are the ground features stand on',
    from: { path: '^server/src/(platform|db)/' },
    to: { path: '^server/src/features/' },
  },
  {
    name: 'features-meet-at-the-index',
    comment: 'a feature uses another only through its index.ts; tests may use the other’s testing/',
    from: { path: '^server/src/features/([^/]+)/' },
    to: {
      path: '^server/src/features/[^/]+/',
      pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/(index[.]ts$|testing/)'],
    },
  },
  {
    name: 'routes-never-query',
    comment: 'a request travels routes, service, queries: routes hold no logic',
    from: { path: '[.]routes[.]ts$' },
    to: { path: '[.]queries[.]ts$' },
  },
  {
    name: 'few-open-connectors',
    comment:
      'only the features messages, sources, sync, transfers, webhooks and writes import @sheaf/connectors, what writes documents, and what hands them the network and the configuration',
    from: {
      path: '^(server|e2e|bench|scripts)/',
      pathNot: [
        '^server/src/features/(messages|sources|sync|transfers|webhooks|writes)/',
        '^server/src/features/documents/(columns[.]|files/|listing/)',
        '^server/src/(start|services|config/apps)[.]ts$',
        '^server/src/testing/',
        '^scripts/generate[.]ts$',
      ],
    },
    to: { path: '^connectors/' },
  },
  {
    name: 'parts-meet-at-the-index',
    comment: 'parts of Sheaf use each other by package name, never by the path of a file',
    from: { path: '^(connectors|sandbox|server|web)/' },
    to: {
      path: '^(contract|connectors|sandbox)/',
      // The exports of their package.json.
      pathNot: [
        '^$1/',
        '^[^/]+/src/(index|testing)[.]ts$',
        '^contract/src/texts/index[.]ts$',
        '^sandbox/src/testing/for-this-file[.]ts$',
      ],
    },
  },
  {
    name: 'doubles-are-for-tests',
    comment: 'what plays the part of a cloud is imported by tests only',
    from: { path: '^(server|sandbox|web)/', pathNot: [TEST, '/testing/'] },
    to: { path: '^connectors/src/testing[.]ts$' },
  },
  {
    name: 'web-knows-the-contract-only',
    comment: 'the web speaks to the server through the contract',
    from: { path: '^web/' },
    to: { path: '^(server|connectors|sandbox|e2e|bench|scripts)/' },
  },
  {
    name: 'web-features-are-strangers',
    comment: 'web features never import each other: routes compose them',
    from: { path: '^web/src/features/([^/]+)/' },
    to: { path: '^web/src/features/[^/]+/', pathNot: '^web/src/features/$1/' },
  },
  {
    name: 'web-ground-knows-no-feature',
    comment: 'ui and lib are the ground features and routes stand on',
    from: { path: '^web/src/(ui|lib)/' },
    to: { path: '^web/src/(app|features)/' },
  },
  {
    name: 'no-cycles',
    comment: 'modules that need each other, if only for types, are one module or lack a third one',
    from: {},
    to: { circular: true },
  },
  {
    name: 'everything-resolves',
    comment: 'an import that leads nowhere escapes every other rule',
    from: {},
    to: { couldNotResolve: true },
  },
];

export const FORBIDDEN = RULES.map((rule) => ({ ...rule, severity: 'error' as const }));
