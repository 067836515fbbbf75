/** Test doubles for other parts. */
export { login as nextcloudLogin, type Nextcloud, startNextcloud } from './webdav/testing/nextcloud.ts';
