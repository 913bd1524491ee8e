/** The texts of logging in, receiving, backup and recovery, in English. They are in the file that is loaded for those flows. */
export const walletEn = {
  labels: {
    activeFrom: 'Can be activated',
    backup: 'Backup address',
    callData: 'Call data',
    contract: 'To (your wallet)',
    network: 'Network',
    sender: 'From (backup address)',
    value: 'Value',
    wallet: 'Wallet',
  },
  timeLeft: (days: number, time: string) =>
    days === 0 ? `Time left: ${time}` : `Time left: ${days} ${days === 1 ? 'day' : 'days'} ${time}`,
  network: (chainId: number) => `Chain ${chainId}`,
  changeWallet: 'Another wallet',

  login: {
    heading: 'Open your wallet',
    lede: (organization: string) =>
      `Use the passkey of your ${organization} wallet. Nothing is signed or sent.`,
    submit: 'Use my passkey',
    working: 'Looking for your wallet…',
    doneHeading: 'This is your wallet',
    done: 'Your passkey opens it on this device.',
    singleWithBackup: 'This passkey is on one device only. Your backup address can bring the wallet back.',
    unchecked:
      'This wallet was recovered, so its address cannot be calculated from your passkey. Compare it with what you wrote down before you receive money.',
    missedHeading: 'That passkey opens none of your wallets',
    missed: {
      unknown:
        'It may belong to another account or another site. Try another passkey, or sign in as somebody else.',
      'other-chain': 'It was made for a wallet on another network. Try another passkey.',
      replaced: 'A recovery has put another passkey in its place. Use the newer one.',
    },
    again: 'Try another passkey',
    forget: 'Take this passkey off my device',
    forgetHint:
      'Only if you are sure that it opens nothing: a wallet elsewhere that only this passkey opens would be lost.',
    forgetSure: 'Yes, take it off',
  },

  receive: {
    heading: 'Receive',
    lede: 'Give this address to whoever pays you.',
    qr: 'QR code of your address',
    accepted: 'Accepted here',
    otherwise: (chainId: number) =>
      `Send only on this network (chain ${chainId}). What is sent on another network does not arrive here.`,
    received: (amount: string) => `Received ${amount}`,
    watching: 'What arrives is shown here by itself.',
    stalled: 'The balance could not be read. We keep trying.',
    blind: 'This service does not tell balances, so what arrives is not shown here.',
    balance: (amount: string) => `you have ${amount}`,
  },

  backup: {
    heading: 'Backup address',
    lede: 'If you lose your passkey, this address can give the wallet a new one. That takes three days, and until then your passkey can refuse it.',
    hint: 'An address whose key is safe and not on this device: a hardware wallet, or somebody you trust.',
    present: 'You have a backup address. You can replace it.',
    none: 'You have no backup address. If your passkey is lost, so is the wallet.',
    unknown: 'This service does not tell which backup address there is.',
    label: 'New backup address',
    submit: 'Check and sign',
    remove: 'Remove the backup address',
    later: 'Later',
    pendingHeading: 'A new passkey is proposed',
    pending: (time: string) =>
      `The backup address wants to give your wallet a new passkey. It can be activated from ${time} on. If that was not you, refuse it now.`,
    refuse: 'Refuse the new passkey',
    problems: {
      missing: 'Enter an address.',
      notAddress: 'That is no address that can hold a key: it must be 0x and 40 digits.',
      checksum: 'This address has a mistake. Copy it again.',
      self: 'That is a wallet of your own, which the same passkeys open. Use another address.',
      token: 'That is a token’s contract, which can sign nothing. Use another address.',
      same: 'That is your backup address already.',
      imitation: 'This address looks like one of yours and is another. Copy it again from where you know it.',
    },
    what: {
      set: 'You name a backup address',
      remove: 'You remove the backup address',
      removed: 'Nobody can recover the wallet',
      refuse: 'You refuse the proposed passkey',
      refused: 'Your passkey stays',
      unknown: 'You call a contract',
      unknownMain: 'Nobody here can tell what this does',
    },
    warnings: {
      'sets-backup':
        'Whoever has the key of this address can take over your wallet after three days, unless you refuse in time.',
      'removes-backup': 'Without a backup address, a lost passkey is a lost wallet.',
      'unknown-call': 'Nobody here can tell what this call does.',
    },
    confirmed: { heading: 'Done', text: 'It is final.' },
    failed: { heading: 'It failed', text: 'The blockchain refused it, and nothing has changed.' },
    preparing: 'Preparing…',
    another: 'Show the backup address',
  },

  recover: {
    heading: 'Recover your wallet',
    lede: 'For when its passkey is lost. You make a new one now. Your backup address proposes it, and three days later it opens the wallet.',
    submit: 'Create the new passkey',
    domain: 'Works on',
    proposalHeading: 'Propose the new passkey',
    proposal: 'Send this call from your backup address, with any wallet app. We see it when it has arrived.',
    other:
      'The backup address has proposed another passkey than this one. Send this call to propose this one instead; the three days begin again.',
    qr: 'QR code of the call, for wallet apps that read it',
    watching: 'Watching. You can leave and come back: your new passkey is kept.',
    stalled: 'The wallet could not be read. We keep trying.',
    waitingHeading: 'Waiting',
    waiting:
      'The new passkey is proposed. It can be activated when the time is over. Until then the old passkey can refuse it.',
    waitingElsewhere:
      'A new passkey is proposed, but it was not made in this browser. If you did not ask for it, refuse it with your present passkey.',
    activateHeading: 'Activate the new passkey',
    activateText:
      'The three days are over. From now on the new passkey opens the wallet, and the old one does not.',
    activate: 'Activate',
    working: 'Activating the new passkey…',
    noBackupHeading: 'This wallet has no backup address',
    noBackup:
      'Only its passkey opens it. Look for the passkey on your other devices, in your password manager, or on your security key.',
    doneHeading: 'Your wallet is recovered',
    done: 'It opens with your new passkey. The old one opens it no longer.',
    doneElsewhere: 'It opens with the new passkey, on the device where that was made.',
  },
}

export type WalletMessages = typeof walletEn
