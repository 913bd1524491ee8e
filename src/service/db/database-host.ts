/** The host to which the driver connects, or the folder of a socket. A host in the query takes precedence. */
export function readDatabaseHost({ hostname, searchParams }: URL): string {
  return searchParams.get('host') ?? decodeURIComponent(hostname)
}
