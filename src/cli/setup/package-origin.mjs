import { StepError } from './steps.mjs'

/**
 * Returns the fields of a package.json that say where a package comes from. npm attaches no provenance to a package whose
 * `repository` differs from the one that its workflow ran in.
 *
 * @param {string} repository URL of the repository's page, such as `https://github.com/acme/latchkey`
 * @throws StepError for anything else
 */
export function packageOrigin(repository) {
  const page = repository.replace(/\/$/, '').replace(/\.git$/, '')
  const isPage = URL.canParse(page) && /^https:\/\/[^/@?#]+\/[^?#]+$/.test(page)
  if (!isPage)
    throw new StepError(
      `${repository} is not the URL of a repository’s page, such as https://github.com/acme/latchkey.`,
    )
  return {
    homepage: `${page}#readme`,
    repository: { type: 'git', url: `git+${page}.git` },
    bugs: { url: `${page}/issues` },
  }
}
