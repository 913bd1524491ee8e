import type { Welcome } from '#widget/files.ts'
import { noteMail } from './note-mail.ts'
import { showBrand } from './show-brand.ts'

/** Entry of the file for the organization's brand, and for the mail that follows the creation of a wallet. */
export default function openWelcome(): Welcome {
  return async ({ element, stage, signal }, api, flow) => {
    if (flow === 'create') {
      // The last screen needs it, so nothing waits for it.
      void noteMail({ stage, signal }, api).then(
        (note) => (stage.mail = note),
        () => {},
      )
    }
    await showBrand({ element, stage, signal }, api)
  }
}
