/** `latchkey/wagmi`: a connector. Importing it has no effect, on a server too. */
export { latchkey } from './connector.ts'
export type { ConnectorOptions } from './connector.ts'
