import { listOrganizations } from '#service/index.ts'
import { CommandError } from './command.ts'
import type { Operations } from './with-operations.ts'

/**
 * The organization that `--organization` names, by id or by its whole name; without it the only one there is.
 *
 * @throws CommandError when none or several fit
 */
export async function findOrganization(
  { db }: Pick<Operations, 'db'>,
  wanted: string | undefined,
): Promise<{ id: string; name: string }> {
  const all = await listOrganizations(db)
  const fitting =
    wanted === undefined ? all : all.filter(({ id, name }) => id === wanted.toLowerCase() || name === wanted)
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return only
  if (all.length === 0) {
    throw new CommandError(
      'There is no organization yet: make one with “latchkey organizations create <name>”.',
    )
  }
  const list = all.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  const sentence =
    wanted === undefined
      ? 'There are several organizations: choose one with --organization.'
      : others.length > 0
        ? `Several organizations are called “${wanted}”: choose one by its id.`
        : `There is no organization “${wanted}”.`
  throw new CommandError(`${sentence}\n${list}`)
}
