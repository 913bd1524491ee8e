import type { ExactCode } from '#widget/errors.ts'

const errors: Record<ExactCode | 'RP_ID_MISMATCH' | 'PASSKEY_BLOCKED', string> = {
  INSECURE_CONTEXT:
    'Passkeys need an encrypted page. Open this page by its address that starts with https://.',
  PAGE_HIDDEN: 'This page was not in front, so no passkey prompt could open. Click here and try again.',
  PASSKEY_NOT_FOUND:
    'The prompt ended at once: this device may have no passkey for this wallet. Nothing was signed. Try again and choose your phone or another device.',
  PASSKEY_REFUSED:
    'The browser refused at once, without asking you. Set up a screen lock, fingerprint or PIN, and try again, or use another device.',
  PASSKEY_NO_ANSWER:
    'Your password manager took the prompt and did not answer. Turn it off for this page, or choose another, and try again.',
  PASSKEY_BUSY: 'Another passkey prompt is open. Finish or close it, and try again.',
  PASSKEY_UNVERIFIED:
    'The device did not check that it is you. Set up a fingerprint, face or PIN on it, or use another device.',
  PASSKEY_KEY_TYPE:
    'This device makes another kind of passkey than wallets need. Use another device or password manager.',
  CLOCK_WRONG:
    'The clock of this device is wrong, so the time limit was refused. Set it to automatic, check once more, and confirm.',
  RP_ID_MISMATCH:
    'The passkey belongs to another web address than this page. Open the page where you made it.',
  PASSKEY_BLOCKED: 'The page around this one does not allow passkeys here. Go on in a window of its own.',
}

/** The texts of framed pages and of a closer look at what went wrong with a passkey, in English. */
export const frameEn = {
  errors,
  copyDetails: 'the details for support',
  covered:
    'Something covers this wallet, or not all of it is to be seen. Nothing can be confirmed like that.',
  openWindow: 'Open in a window',
  windowOpen: 'Go on in the window that has opened.',
  windowBlocked: 'The browser did not open the window. Allow pop-ups for this page, and press again.',
  createHeading: 'Create the passkey here',
  createLede: 'The page you came from cannot do it itself. This window closes afterwards.',
  createSubmit: 'Create passkey',
}

/** Those texts in one language. */
export type FrameMessages = typeof frameEn
