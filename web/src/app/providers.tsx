import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { storageKeys } from '../lib/session/storage-keys.ts';
import { cssVariables, theme } from '../ui/brand/theme.ts';
import { Toaster } from '../ui/feedback/toaster.tsx';

const colorScheme = localStorageColorSchemeManager({ key: storageKeys.theme });

export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <Toaster />
    </MantineProvider>
  );
}
