import type { ServerResponse } from 'node:http'

/** The strict policy of a page with the widget allows connections to one path only. This path is below it. */
export const RELOAD_PATH = '/api/widget/dev-reload'

/** Open pages without a connection to Vite, such as those of the demo shop. */
type Reloads = {
  /** Keeps the response open as a stream with the time of the last save, in milliseconds. */
  add: (response: ServerResponse) => void
  /** Reloads every page that is open now. */
  reload: () => void
}

export function openReloads(): Reloads {
  const open = new Set<ServerResponse>()
  let savedAtMs = 0
  return {
    add: (response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      })
      response.write(`data: ${savedAtMs}\n\n`)
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    reload: () => {
      savedAtMs = Date.now()
      for (const response of open) response.write(`data: ${savedAtMs}\n\n`)
    },
  }
}
