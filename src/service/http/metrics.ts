/** What a process says of itself, in the Prometheus text format, with the names that exporters share. */
export function metricsText(): string {
  const startedAtSeconds = (Date.now() - process.uptime() * 1_000) / 1_000
  const cpuSeconds = (process.cpuUsage().user + process.cpuUsage().system) / 1_000_000
  const lines = [
    ...metric(
      'process_start_time_seconds',
      'gauge',
      'When the process started, in Unix seconds.',
      startedAtSeconds,
    ),
    ...metric('process_cpu_seconds_total', 'counter', 'CPU time used, in seconds.', cpuSeconds),
    ...metric(
      'process_resident_memory_bytes',
      'gauge',
      'Resident memory, in bytes.',
      process.memoryUsage.rss(),
    ),
    ...metric(
      'nodejs_heap_size_used_bytes',
      'gauge',
      'Heap in use, in bytes.',
      process.memoryUsage().heapUsed,
    ),
  ]
  return `${lines.join('\n')}\n`
}

function metric(name: string, type: 'gauge' | 'counter', help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value}`]
}
