/** Numbers that both sides must agree on. */
export const limits = {
  nameMin: 3,
  nameMax: 120,
  passwordMin: 8,
  passwordMax: 256,
  emailMax: 254,
  codeLength: 6,
  codeMinutes: 10,
  codeTries: 5,
  codeResendSeconds: 60,
  sessionDays: 30,
  /** Between the password and the second factor, and wrong codes within it. */
  secondStepMinutes: 10,
  secondStepTries: 5,
  recoveryCodes: 10,
  /** From the challenge to the answer of a passkey. */
  passkeyMinutes: 10,
  /** Of one person. */
  passkeysEach: 20,
  /** How long the owner of an old address can take a change back. */
  emailRevertDays: 7,
  searchMax: 200,
  /** Of what somebody writes who asks for access. */
  accessMessageMax: 500,
  /** Of a search with operators. */
  queryMax: 500,
  /** Results are counted, and paged through, up to here. */
  searchResults: 1_000,
  /** One's own, of which the oldest go. */
  searchHistory: 100,
  savedSearches: 100,
  /** Of a workspace, people in one of them, and of one person. */
  groups: 200,
  groupMembers: 5_000,
  groupsEach: 50,
  invitesAtOnce: 50,
  inviteDays: 7,
  deletedWorkspaceDays: 30,
  perPage: 20,
  perPageMax: 100,
  workspacesEach: 100,
  /** Of JSON, unless a call says more. */
  bodyBytes: 256 * 1024,
  /** Of calls that anyone may make. */
  signInBytes: 16 * 1024,
  documentsAtOnce: 500,
  /** How long what was deleted can be restored. */
  trashDays: 30,
  /** Starred documents of one person. */
  starsEach: 5_000,
  /** Public links of one person. */
  linksEach: 1_000,
  fileNameMax: 255,
  /** Folders of My files that are made together, and within each other. */
  foldersAtOnce: 100,
  foldersDeep: 100,
  /** Of one file that is uploaded. */
  uploadBytes: 100 * 1024 ** 3,
  /** Unfinished uploads of a person, and new ones in a minute. */
  uploadsOpen: 200,
  uploadsPerMinute: 3000,
  /** Bytes a person has announced and not sent: so many of them take room from others. */
  uploadsReserved: 1024 ** 3,
  /** How long an upload waits for its first byte. */
  emptyUploadMinutes: 60,
  /** Of a picture of a person or a workspace. */
  imageBytes: 4 * 1024 * 1024,
  /** Of what a conversation is limited to. */
  scopeIds: 100,
  questionMax: 4000,
  /** Conversations of a person, and messages of one. */
  threadsEach: 1000,
  threadMessages: 200,
  /** Of one person in one workspace. */
  apiKeysEach: 25,
  /** Calls of one key, and of one process. */
  keyCallsPerMinute: 600,
} as const;
