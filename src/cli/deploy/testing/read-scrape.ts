export type Sample = { name: string; labels: Record<string, string>; value: number }

/** The samples of all processes at one time, in seconds. */
export type Scrape = { atSeconds: number; samples: Sample[] }

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g
const VALUES: Readonly<Record<string, number>> = { '+Inf': Infinity, '-Inf': -Infinity }

/** Reads the text of `/metrics` and adds the labels that Prometheus sets for the process. */
export function readSamples(text: string, target: { instance: string; job: string }): Sample[] {
  return [...text.matchAll(SAMPLE)].map(([, name = '', labels = '', value = '']) => ({
    name,
    labels: { ...target, ...readLabels(labels) },
    value: VALUES[value] ?? Number(value),
  }))
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(LABEL)].map(([, label = '', value = '']) => [label, value]))
}
