import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Every instrument of the service, by name. Which labels there may be: `Metrics`. */
export function createInstruments(registry: Registry) {
  const registers = [registry]
  return { ...ofRequests(registers), ...ofChain(registers), ...ofEvents(registers) }
}

function ofRequests(registers: Registry[]) {
  return {
    httpRequests: new Counter({
      name: 'http_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    httpDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to its answer.',
      labelNames: ['route', 'method'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
      registers,
    }),
    httpInFlight: new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that are being answered now.',
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'database_connections',
      help: 'Connections of the pool: in use, idle, and requests waiting for one.',
      labelNames: ['state'],
      registers,
    }),
    databaseDuration: new Histogram({
      name: 'database_duration_seconds',
      help: 'How long one piece of work held a connection: a single statement or a whole transaction.',
      labelNames: ['kind'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 15],
      registers,
    }),
  }
}

function ofChain(registers: Registry[]) {
  return {
    rpcDuration: new Histogram({
      name: 'chain_rpc_duration_seconds',
      help: 'Calls of the chain node.',
      labelNames: ['method', 'outcome'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    rpcFailovers: new Counter({
      name: 'chain_rpc_failovers_total',
      help: 'Times that the other chain node was taken into use.',
      registers,
    }),
    relayerBalance: new Gauge({
      name: 'relayer_balance_wei',
      help: 'Native balance of each relayer key, rounded to a double.',
      labelNames: ['relayer'],
      registers,
    }),
    relayerPending: new Gauge({
      name: 'relayer_pending',
      help: 'Transactions that were taken and have no outcome yet.',
      registers,
    }),
    relayerOldestPending: new Gauge({
      name: 'relayer_oldest_pending_seconds',
      help: 'Age of the oldest transaction without an outcome; 0 when there is none.',
      registers,
    }),
    indexerBlocksBehind: new Gauge({
      name: 'indexer_blocks_behind',
      help: 'Blocks of the chain whose logs are not read yet.',
      registers,
    }),
  }
}

function ofEvents(registers: Registry[]) {
  return {
    webhookUndelivered: new Gauge({
      name: 'webhook_undelivered',
      help: 'Deliveries that wait for their next attempt.',
      registers,
    }),
    webhookOldestUndelivered: new Gauge({
      name: 'webhook_oldest_undelivered_seconds',
      help: 'Age of the oldest event that an endpoint has not received; 0 when there is none.',
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'webhook_deliveries_total',
      help: 'Attempts to deliver an event.',
      labelNames: ['outcome'],
      registers,
    }),
    openStreams: new Gauge({
      name: 'open_streams',
      help: 'Server-sent event streams that are open, by who reads them.',
      labelNames: ['reader'],
      registers,
    }),
    approvalsHeld: new Gauge({
      name: 'approvals_held',
      help: 'Transactions that wait for their end-user.',
      registers,
    }),
  }
}
