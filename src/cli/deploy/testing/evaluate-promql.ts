import { type Matcher, parsePromql, type Query } from './parse-promql.ts'
import type { Sample, Scrape } from './read-scrape.ts'

/** A value with its labels. Empty labels if an aggregation dropped all of them. */
export type Value = { labels: Record<string, string>; value: number }
type Result = number | Value[]

/**
 * Evaluates a query of the alert rules at the newest of the scrapes, which are sorted by time. Differs from Prometheus
 * in two ways: an increase is not extrapolated to the whole range, and a sample never becomes stale.
 *
 * @throws Error for a query outside the supported part
 */
export function evaluatePromql(query: string, scrapes: readonly Scrape[]): Value[] {
  const result = evaluate(parsePromql(query), scrapes)
  return typeof result === 'number' ? [{ labels: {}, value: result }] : result
}

function evaluate(query: Query, scrapes: readonly Scrape[]): Result {
  switch (query.kind) {
    case 'number':
      return query.value
    case 'selector':
      return (scrapes.at(-1)?.samples ?? []).filter((sample) => isSelected(sample, query))
    case 'call':
      return call(query.name, query.of, scrapes)
    case 'aggregation':
      return aggregate(query, toVector(evaluate(query.of, scrapes)))
    case 'binary':
      return combine(query.operator, evaluate(query.left, scrapes), evaluate(query.right, scrapes))
  }
}

function toVector(result: Result): Value[] {
  if (typeof result === 'number') throw new Error('A vector is needed, not a number')
  return result
}

type Selector = Extract<Query, { kind: 'selector' }>

const MATCHES: Record<Matcher['operator'], (value: string, text: string) => boolean> = {
  '=': (value, text) => value === text,
  '!=': (value, text) => value !== text,
  '=~': (value, text) => new RegExp(`^(?:${text})$`).test(value),
  '!~': (value, text) => !new RegExp(`^(?:${text})$`).test(value),
}

function isSelected({ name, labels }: Sample, selector: Selector): boolean {
  if (name !== selector.name) return false
  return selector.matchers.every(({ label, operator, text }) => MATCHES[operator](labels[label] ?? '', text))
}

/**
 * PromQL functions of a range. `values`: the values of one series, oldest first. `seconds`: the length of the range.
 */
const OF_RANGES: Readonly<
  Record<string, (values: readonly number[], seconds: number) => number | undefined>
> = {
  increase,
  rate: (values, seconds) => {
    const sum = increase(values)
    return sum === undefined ? undefined : sum / seconds
  },
  max_over_time: (values) => Math.max(...values),
}

/** The sum of all growth. A counter that fell was reset by a restart. */
function increase(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  return values.slice(1).reduce((sum, value, index) => {
    const before = values[index] ?? 0
    return sum + (value < before ? value : value - before)
  }, 0)
}

function call(name: string, of: Query, scrapes: readonly Scrape[]): Result {
  if (name === 'abs')
    return toVector(evaluate(of, scrapes)).map(({ labels, value }) => ({ labels, value: Math.abs(value) }))
  if (name === 'scalar') {
    const [only, ...others] = toVector(evaluate(of, scrapes))
    return only === undefined || others.length > 0 ? Number.NaN : only.value
  }
  const compute = OF_RANGES[name]
  if (compute === undefined || of.kind !== 'selector' || of.rangeSeconds === undefined)
    throw new Error(`${name} is no known function of a range`)
  const series = readRange(of, of.rangeSeconds, scrapes)
  return [...series.values()].flatMap(({ labels, values }) => {
    const value = compute(values, of.rangeSeconds ?? 1)
    return value === undefined ? [] : [{ labels, value }]
  })
}

function readRange(selector: Selector, seconds: number, scrapes: readonly Scrape[]) {
  const from = (scrapes.at(-1)?.atSeconds ?? 0) - seconds
  const series = new Map<string, { labels: Record<string, string>; values: number[] }>()
  for (const { samples } of scrapes.filter(({ atSeconds }) => atSeconds > from))
    for (const { name, labels, value } of samples) {
      if (!isSelected({ name, labels, value }, selector)) continue
      const found = series.get(toKey(labels)) ?? { labels, values: [] }
      found.values.push(value)
      series.set(toKey(labels), found)
    }
  return series
}

/** A text that is equal for equal labels in any order. */
function toKey(labels: Record<string, string>): string {
  return JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const AGGREGATE: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  count: (values) => values.length,
}

function aggregate({ name, by }: Extract<Query, { kind: 'aggregation' }>, vector: readonly Value[]): Value[] {
  const compute = AGGREGATE[name]
  if (compute === undefined) throw new Error(`${name} is no known aggregation`)
  const groups = new Map<string, { labels: Record<string, string>; values: number[] }>()
  for (const { labels, value } of vector) {
    const kept = Object.fromEntries(by.flatMap((label) => (labels[label] ? [[label, labels[label]]] : [])))
    const group = groups.get(toKey(kept)) ?? { labels: kept, values: [] }
    group.values.push(value)
    groups.set(toKey(kept), group)
  }
  return [...groups.values()].map(({ labels, values }) => ({ labels, value: compute(values) }))
}

const COMPARE: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '>': (left, right) => left > right,
  '<': (left, right) => left < right,
  '==': (left, right) => left === right,
}
const COMPUTE: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}

/** Applies an operator. Values of two vectors belong together if all their labels are equal. */
function combine(operator: string, left: Result, right: Result): Result {
  const compute = COMPUTE[operator]
  if (typeof left === 'number' && typeof right === 'number') {
    if (compute === undefined) throw new Error(`${operator} is not supported between numbers`)
    return compute(left, right)
  }
  const pairs = pair(left, right)
  if (operator === 'and') return pairs.map(({ labels, left: value }) => ({ labels, value }))
  if (compute !== undefined)
    return pairs.map((found) => ({ labels: found.labels, value: compute(found.left, found.right) }))
  const compare = COMPARE[operator]
  if (compare === undefined) throw new Error(`${operator} is no known operator`)
  return pairs.flatMap((found) =>
    compare(found.left, found.right) ? [{ labels: found.labels, value: found.left }] : [],
  )
}

function pair(
  left: Result,
  right: Result,
): { labels: Record<string, string>; left: number; right: number }[] {
  if (typeof left === 'number')
    return toVector(right).map(({ labels, value }) => ({ labels, left, right: value }))
  if (typeof right === 'number') return left.map(({ labels, value }) => ({ labels, left: value, right }))
  const others = new Map(right.map(({ labels, value }) => [toKey(labels), value]))
  return left.flatMap(({ labels, value }) => {
    const other = others.get(toKey(labels))
    return other === undefined ? [] : [{ labels, left: value, right: other }]
  })
}
