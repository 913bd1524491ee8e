/** English texts for a wallet's protection and its devices. Their file is loaded for those flows. */
export const keysEn = {
  labels: {
    backup: 'Backup address',
    contract: 'To (your wallet)',
    coSigner: 'Co-signer',
    device: 'Device',
    domain: 'Works on',
    key: 'Public key',
    lastUse: 'Last used',
    neverUsed: 'Not used yet in this service',
    wallet: 'Wallet',
    words: 'Verification words',
  },
  changeWallet: 'Another wallet',
  later: 'Not now',
  another: 'Continue',
  preparing: 'Preparing…',
  confirmed: { heading: 'Done', text: 'It is confirmed on the blockchain.' },
  failed: { heading: 'It failed', text: 'It was not executed, and nothing has changed.' },

  protect: {
    /** Texts for each kind of protection. */
    heading: {
      none: 'This wallet is not protected',
      service: 'Protect this wallet',
      chain: 'This wallet is protected on the blockchain',
      unknown: 'Protection',
    },
    lede: {
      none: 'Your passkey alone can move everything in it. Set up the approval app first, then come back here.',
      service:
        'This service asks you before it sends anything. But whoever has a signature of your passkey can send it without this service. A co-signer on the blockchain prevents that.',
      chain: 'Your passkey alone moves nothing: this co-signer must sign too.',
      unknown: 'This service does not report whether the wallet is protected.',
    },
    /** Offer before the first call of a wallet. */
    first: {
      heading: 'Protect this wallet first',
      note: 'You sign the protection now. The first transaction of this wallet follows.',
      skip: 'Continue without protection',
      skipHint: 'Whoever has a signature of your passkey can then send it without your approval.',
      skipSure: 'Yes, without protection',
    },
    app: 'Open the approval app',
    signInFirst: 'Sign in to the approval app once, then come back here.',
    claim: (host: string): string =>
      `${host} says that this is your approval passkey’s address. This page cannot check it. If it is wrong, you cannot use the wallet until you have removed it.`,
    isOwn: (host: string): string => `${host} says that this is your approval passkey’s address.`,
    isForeign: (host: string): string =>
      `${host} says that this is not your approval passkey’s address. It may be the organization’s.`,
    together: 'Your passkey and the co-signer together can do everything.',
    alone: 'Neither of them can move anything alone.',
    removable:
      'Your passkey alone can remove the co-signer. That takes 3 days, or 30 if the co-signer objects.',
    backupLabel: 'Backup address (optional)',
    backupHint:
      'You have none yet. If you lose your passkey, this address can give the wallet a new one. It must be neither on this device nor the co-signer.',
    backupHeld: 'If you name one, you also approve this change in the approval app.',
    isBackup:
      'Your approval passkey’s address is the backup address of this wallet. As the co-signer it would have two votes. Name another backup address first.',
    submit: 'Check and sign',
    removing: (time: string): string =>
      `The removal of this co-signer has started. It takes effect on ${time}.`,
    keep: 'Stop the removal',
    remove: 'Remove the co-signer',
    removeHint: 'From then on your passkey alone can move everything in this wallet.',
    removeSure: 'Yes, start the removal',
    changed:
      'The server names another co-signer than this browser knows. If you did not change it yourself, sign nothing and contact this site’s support.',
    changedByMe: 'I changed it myself',
    perhapsRemoved:
      'You started the removal of the co-signer. The server says that it is over. If the co-signer objected, it takes 30 days and is not over yet: then sign nothing and contact this site’s support.',
    notObjected: 'The co-signer did not object',
    problems: {
      missing: 'Enter an address.',
      notAddress: 'Not an address that can hold a key: it must be 0x and 40 digits.',
      checksum: 'This address has a mistake. Copy it again.',
      self: 'That is a wallet of your own, which the same passkeys open. Use another address.',
      token: 'That is a token’s contract, which can sign nothing. Use another address.',
      same: 'That is your backup address already.',
      imitation:
        'This address looks like one of yours but is different. Copy it again from where you know it.',
      coSigner: 'That is the co-signer. One key would then have two votes. Use another address.',
    },
  },

  devices: {
    heading: 'Devices',
    lede: 'Each of these passkeys opens this wallet and can sign everything.',
    unnamed: 'Unnamed device',
    isThis: 'this device',
    first: 'first passkey',
    remove: 'Remove',
    removeNamed: (name: string): string => `Remove ${name}`,
    add: 'Add another device',
    join: 'Add this device',
    full: 'This wallet has as many devices as it can have. Remove one first.',
    unknown: 'This service does not report the devices of a wallet.',
    onlyKnown:
      'Another passkey of the wallet must sign this, so that you keep one that works. None is known here. Open this page on the other device and remove this one there.',

    addHeading: 'Add a device',
    addLede:
      'Open this page on the new device and choose “Add this device”. Then scan the code that it shows, or paste it here.',
    codeLabel: 'Code of the new device',
    scan: 'Scan the code',
    noCamera: 'The camera cannot be used. Allow it in the browser, or paste the code.',
    next: 'Compare',
    problems: {
      missing: 'Paste the code of the new device.',
      format: 'That is not the code of a device. Copy it again.',
      wallet: 'That code is for another wallet. Choose this wallet on the new device.',
      domain: 'That passkey works on another web address, so this wallet cannot use it.',
      known: 'This wallet has that device already.',
      invalid: 'That code does not contain a valid key. Copy it again.',
    },
    compareHeading: 'Compare the words',
    compareLede:
      'Look at the new device. It must show exactly these words. Otherwise someone else’s device would get your wallet.',
    same: 'The words are the same',
    different: 'They are different',

    joinHeading: 'Add this device',
    joinLede: 'You create a passkey here. A device that opens the wallet already must then allow it.',
    nameLabel: 'Name of this device',
    nameHint: 'So that you can tell your devices apart.',
    makePasskey: 'Create passkey',
    useMade: 'Use the new passkey',
    waitingHeading: 'Allow it on your other device',
    waitingLede:
      'On a device that opens this wallet, choose “Add another device” and enter this code. It must show the same words.',
    code: 'Code',
    qr: 'QR code for the other device',
    watching: 'Waiting. You can leave and come back: your new passkey is saved.',
    stalled: 'The wallet could not be read. We keep trying.',
    joinedHeading: 'This device opens your wallet',
    joined: 'From now on you can sign here with the new passkey.',
    toDevices: 'Show the devices',
  },

  what: {
    changes: 'You change this wallet',
    coSigner: 'This co-signer must sign everything',
    noCoSigner: 'It has no co-signer any more',
    removal: 'The removal of its co-signer starts',
    kept: 'It keeps its co-signer',
    backup: 'This backup address can recover it',
    noBackup: 'It has no backup address any more',
    added: 'This device can sign everything',
    removed: 'This device can sign nothing any more',
    unknown: 'You call a contract, and its effect is unknown',
  },
  warnings: {
    'adds-key': 'Whoever has this device can move everything in this wallet. Compare the words.',
    'removes-key': 'The removed device can no longer open this wallet. Sign with a passkey that remains.',
    'sets-co-signer':
      'If this address is wrong, you cannot use the wallet for 3 days, or for 30 if its owner objects.',
    'removes-co-signer': 'Your passkey alone can then move everything in this wallet.',
    'starts-co-signer-removal': 'In 3 days your passkey alone can move everything in this wallet.',
    'sets-backup':
      'Whoever has the key of this address can take over your wallet after three days, unless you refuse in time.',
    'removes-backup': 'Without a backup address, a lost passkey is a lost wallet.',
    'unknown-call': 'This call cannot be decoded: its effect is unknown.',
  },
}

/** The texts that a file of another language must contain. A missing or extra text does not compile. */
export type KeysTexts = typeof keysEn
