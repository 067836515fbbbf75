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
  searchMax: 200,
  invitesAtOnce: 50,
  inviteDays: 7,
  deletedWorkspaceDays: 30,
  perPage: 20,
  perPageMax: 100,
  workspacesEach: 100,
  bodyBytes: 1024 * 1024,
  /** Of calls that anyone may make. */
  signInBytes: 16 * 1024,
  documentsAtOnce: 500,
  fileNameMax: 255,
  /** Folders of My files that are made together, and within each other. */
  foldersAtOnce: 100,
  foldersDeep: 100,
  /** Of one file that is uploaded. */
  uploadBytes: 100 * 1024 ** 3,
  /** Unfinished uploads of a person, and new ones in a minute. */
  uploadsOpen: 200,
  uploadsPerMinute: 3000,
  imageBytes: 4 * 1024 * 1024,
} as const;
