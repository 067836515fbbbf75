export { startApache } from './apache.ts';
export { type ServedFolder, serveFolder } from './folder.ts';
export { type SftpServer, startOpenssh } from './openssh.ts';
export { provide } from './programs.ts';
export { startRclone, type WebdavServer } from './rclone.ts';
