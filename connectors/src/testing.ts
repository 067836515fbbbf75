/** Doubles for the tests of other parts. */
export { login as nextcloudLogin, type Nextcloud, startNextcloud } from './webdav/testing/nextcloud.ts';
