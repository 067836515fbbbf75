import type { KeyScope } from '@sheaf/contract';

interface ScopeText {
  name: string;
  /** Shown where the scope is chosen. */
  description: string;
}

export const scopeTexts = {
  read: { name: 'Read', description: 'See and download your files, labels and collections' },
  write: { name: 'Change', description: 'Upload, rename, delete, label and share files, start transfers' },
  mcp: { name: 'Connect an assistant', description: 'Let an AI assistant find and read your files (MCP)' },
} as const satisfies Record<KeyScope, ScopeText>;
