import { expect, test } from 'vitest'
import { createReadTogether } from './read-together.ts'

/** A fake table that responds on command and records its queries. */
function table(rows: Map<string, string>) {
  const asked: (readonly string[])[] = []
  const answers: ((error?: Error) => void)[] = []
  const read = createReadTogether<string>(async (keys) => {
    asked.push(keys)
    await new Promise<void>((resolve, reject) => {
      answers.push((error) => (error === undefined ? resolve() : reject(error)))
    })
    return new Map([...rows].filter(([key]) => keys.includes(key)))
  })
  const answer = async (error?: Error) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answers.shift()?.(error)
  }
  return { asked, read, answer }
}

test('behavior: callers that arrive during a read share the next one', async () => {
  const rows = new Map([
    ['a', '1'],
    ['b', '2'],
  ])
  const { asked, read, answer } = table(rows)
  const first = read('a')
  const others = [read('b'), read('a'), read('c')]
  rows.set('a', 'changed')
  await answer()
  expect(await first).toBe('changed')
  rows.delete('a')
  await answer()
  expect(await Promise.all(others)).toEqual(['2', undefined, undefined])
  expect(asked).toEqual([['a'], ['b', 'a', 'c']])
})

test('error: a failed read rejects its callers, and the next read is tried', async () => {
  const { read, answer } = table(new Map([['a', '1']]))
  const first = read('a')
  const second = read('a')
  await answer(new Error('the database is away'))
  await expect(first).rejects.toThrow('away')
  await answer()
  expect(await second).toBe('1')
})
