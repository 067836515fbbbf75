import type * as graph from '@microsoft/microsoft-graph-types';

/** The fields of Graph’s answers that the connector reads. */
export type DriveItem = { id: string; '@microsoft.graph.downloadUrl'?: string } & Pick<
  graph.DriveItem,
  | 'name'
  | 'size'
  | 'eTag'
  | 'webUrl'
  | 'createdDateTime'
  | 'lastModifiedDateTime'
  | 'fileSystemInfo'
  | 'createdBy'
  | 'parentReference'
  | 'file'
  | 'folder'
  | 'root'
  | 'package'
  | 'remoteItem'
  | 'deleted'
  | 'malware'
>;
export type Drive = { id: string } & Pick<graph.Drive, 'driveType' | 'name' | 'quota'>;
export type Site = { id: string } & Pick<graph.Site, 'displayName'>;

/** One page of a list; in a delta feed the last page has a link for the changes that follow. */
export interface GraphPage<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
}

/** The location of an item: item ids are unique only within their drive. */
export interface Ref {
  driveId: string;
  itemId: string;
}
