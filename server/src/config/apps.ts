import { type AppSettings, connectors } from '@sheaf/connectors';
import { base, text } from './readers.ts';

/** Our registration at a provider, as far as it is configured. */
export interface ConfiguredApp {
  clientId: string;
  clientSecret: string;
  settings: Record<string, string>;
  /** The addresses that are set, by their names in the connector's manifest. */
  urls: Record<string, string>;
}

interface AppVariable {
  meaning: string;
  otherwise: string;
  read(value: string | undefined): string | undefined;
}

const apps = connectors.flatMap(({ manifest: { slug, name, app } }) => (app ? [{ slug, name, app }] : []));

const idVariable = ({ prefix }: AppSettings) => `${prefix}_CLIENT_ID`;
const secretVariable = ({ prefix }: AppSettings) => `${prefix}_CLIENT_SECRET`;

/** The variables of all providers, as their connectors declare them. */
export const appVariables: Readonly<Record<string, AppVariable>> = Object.fromEntries(
  apps.flatMap(({ app }) => {
    const { provider, idName = 'Client id', otherwise = 'the sandbox', more = {}, addresses } = app;
    const names = apps.filter(({ app: { prefix } }) => prefix === app.prefix).map(({ name }) => name);
    const uses = names.join() === provider ? '' : `, for ${names.join(' and ')}`;
    return [
      [idVariable(app), { meaning: `${idName} of your ${provider} app${uses}`, otherwise, read: text('') }],
      [secretVariable(app), { meaning: 'Its secret', otherwise: 'none', read: text('') }],
      ...Object.entries(more).map(([variable, { meaning }]) => [
        variable,
        { meaning, otherwise: 'none', read: text('') },
      ]),
      ...Object.entries(addresses).map(([variable, { meaning }]) => [
        variable,
        { meaning, otherwise: `${provider}’s own`, read: base },
      ]),
    ];
  }),
);

/** An address without a client id would silently have no effect. */
export function loneAddress(values: Record<string, unknown>): { address: string; needs: string } | undefined {
  for (const { app } of apps) {
    const address = Object.keys(app.addresses).find((variable) => values[variable]);
    if (address && !values[idVariable(app)]) return { address, needs: idVariable(app) };
  }
  return undefined;
}

export function readApps(values: Record<string, unknown>): Readonly<Record<string, ConfiguredApp | undefined>> {
  const value = (variable: string) => (values[variable] as string | undefined) ?? '';
  return Object.fromEntries(
    apps.map(({ slug, app }) => {
      const settings = Object.entries(app.more ?? {}).map(([variable, { name }]) => [name, value(variable)]);
      const urls = Object.entries(app.addresses).flatMap(([variable, { url, derive }]) => {
        const given = value(variable);
        return given ? Object.entries(derive?.(given) ?? { [url]: given }) : [];
      });
      return [
        slug,
        {
          clientId: value(idVariable(app)),
          clientSecret: value(secretVariable(app)),
          settings: Object.fromEntries(settings),
          urls: Object.fromEntries(urls),
        },
      ];
    }),
  );
}

/** The reverse: the variables with which a process reaches the given app. */
export function appEnvironment(
  slug: string,
  given: { clientId: string; clientSecret: string; settings?: Record<string, string>; urls: Record<string, string> },
): Record<string, string> {
  const { app } = apps.find((one) => one.slug === slug)!;
  const settings = Object.entries(app.more ?? {}).map(([variable, { name }]) => [
    variable,
    given.settings?.[name] ?? '',
  ]);
  const urls = Object.entries(app.addresses).map(([variable, { url }]) => [variable, given.urls[url]!]);
  return {
    [idVariable(app)]: given.clientId,
    [secretVariable(app)]: given.clientSecret,
    ...Object.fromEntries(settings),
    ...Object.fromEntries(urls),
  };
}
