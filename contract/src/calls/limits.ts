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
  /** The time between the password and the second factor, and the wrong codes allowed within it. */
  secondStepMinutes: 10,
  secondStepTries: 5,
  recoveryCodes: 10,
  /** The time to answer the challenge of a passkey. */
  passkeyMinutes: 10,
  /** Passkeys of one person. */
  passkeysEach: 20,
  /** How long the owner of an old address can undo a change. */
  emailRevertDays: 7,
  searchMax: 200,
  /** Characters of the message with a request for access. */
  accessMessageMax: 500,
  /** Characters of a search with operators. */
  queryMax: 500,
  /** Results are counted and paged up to this number. */
  searchResults: 1_000,
  /** Searches in a person's history, of which the oldest are deleted. */
  searchHistory: 100,
  savedSearches: 100,
  /** Groups of a workspace, people in one of them, and groups of one person. */
  groups: 200,
  groupMembers: 5_000,
  groupsEach: 50,
  invitesAtOnce: 50,
  inviteDays: 7,
  deletedWorkspaceDays: 30,
  perPage: 20,
  perPageMax: 100,
  workspacesEach: 100,
  /** Bytes of a JSON body, unless a call has its own limit. */
  bodyBytes: 256 * 1024,
  /** Bytes of the body of public calls. */
  signInBytes: 16 * 1024,
  documentsAtOnce: 500,
  /** How long deleted documents can be restored. */
  trashDays: 30,
  /** Starred documents of one person. */
  starsEach: 5_000,
  /** Public links of one person. */
  linksEach: 1_000,
  fileNameMax: 255,
  /** Folders that are created in My files with one call, and their depth. */
  foldersAtOnce: 100,
  foldersDeep: 100,
  /** Bytes of one uploaded file. */
  uploadBytes: 100 * 1024 ** 3,
  /** Unfinished uploads of a person, and new ones in a minute. */
  uploadsOpen: 200,
  uploadsPerMinute: 3000,
  /** Bytes that a person has announced but not sent; up to this many reserve storage. */
  uploadsReserved: 1024 ** 3,
  /** How long an upload waits for its first byte. */
  emptyUploadMinutes: 60,
  /** Bytes of a picture of a person or a workspace. */
  imageBytes: 4 * 1024 * 1024,
  /** Items that a conversation can be limited to. */
  scopeIds: 100,
  questionMax: 4000,
  /** Conversations of a person, and messages of one. */
  threadsEach: 1000,
  threadMessages: 200,
  /** API keys of one person in one workspace. */
  apiKeysEach: 25,
  /** Calls with one key, over all processes. */
  keyCallsPerMinute: 600,
} as const;
