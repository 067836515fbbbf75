export function useScratchFolder(): void;
