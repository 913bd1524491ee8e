import type { WalletMessages } from '#widget/messages/wallet-en.ts'

export const wallet: WalletMessages = {
  labels: {
    activeFrom: 'Aktivierbar',
    backup: 'Ersatzadresse',
    callData: 'Aufrufdaten',
    contract: 'An (Ihre Wallet)',
    network: 'Netzwerk',
    proposedKey: 'Neuer Schlüssel (x)',
    sender: 'Von (Ersatzadresse)',
    value: 'Wert',
    wallet: 'Wallet',
  },
  timeLeft: (days, time) =>
    days === 0 ? `Noch ${time}` : `Noch ${days} ${days === 1 ? 'Tag' : 'Tage'} ${time}`,
  network: (chainId) => `Chain ${chainId}`,
  changeWallet: 'Andere Wallet',
  login: {
    heading: 'Wallet öffnen',
    lede: (organization) =>
      `Verwenden Sie den Passkey Ihrer Wallet bei ${organization}. Nichts wird signiert oder gesendet.`,
    submit: 'Meinen Passkey verwenden',
    working: 'Ihre Wallet wird gesucht …',
    doneHeading: 'Das ist Ihre Wallet',
    done: 'Ihr Passkey öffnet sie auf diesem Gerät.',
    single:
      'Dieser Passkey liegt nur auf einem Gerät. Geht es verloren, kann nur eine Ersatzadresse die Wallet zurückbringen.',
    singleWithBackup:
      'Dieser Passkey liegt nur auf einem Gerät. Ihre Ersatzadresse kann die Wallet zurückbringen.',
    unchecked:
      'Diese Wallet wurde wiederhergestellt, deshalb lässt sich ihre Adresse nicht aus Ihrem Passkey berechnen. Vergleichen Sie sie mit dem, was Sie notiert haben, bevor Sie Geld empfangen.',
    missedHeading: 'Dieser Passkey öffnet keine Ihrer Wallets',
    missed: {
      unknown:
        'Er gehört vielleicht zu einem anderen Konto oder einer anderen Seite. Versuchen Sie einen anderen Passkey oder melden Sie sich mit einem anderen Konto an.',
      'other-chain':
        'Er wurde für eine Wallet in einem anderen Netzwerk erstellt. Versuchen Sie einen anderen Passkey.',
      replaced:
        'Bei einer Wiederherstellung trat ein anderer Passkey an seine Stelle. Verwenden Sie den neueren.',
    },
    again: 'Anderen Passkey versuchen',
    forget: 'Diesen Passkey von meinem Gerät entfernen',
    forgetHint:
      'Nur wenn Sie sicher sind, dass er nichts öffnet: Eine Wallet anderswo, die nur dieser Passkey öffnet, wäre verloren.',
    forgetSure: 'Ja, entfernen',
  },
  receive: {
    heading: 'Empfangen',
    lede: 'Geben Sie diese Adresse der Person, die Ihnen etwas sendet.',
    qr: 'QR-Code Ihrer Adresse',
    accepted: 'Hier angenommen',
    otherwise: (chainId) =>
      `Nur in diesem Netzwerk senden (Chain ${chainId}). Was in einem anderen gesendet wird, kommt hier nicht an.`,
    received: (amount) => `${amount} empfangen`,
    watching: 'Was eintrifft, erscheint hier von selbst.',
    stalled: 'Das Guthaben ließ sich nicht lesen. Wir versuchen es weiter.',
    blind: 'Dieser Dienst teilt keine Guthaben mit, deshalb erscheint hier nicht, was eintrifft.',
    balance: (amount) => `Sie haben ${amount}`,
  },
  backup: {
    heading: 'Ersatzadresse',
    lede: 'Verlieren Sie Ihren Passkey, kann diese Adresse der Wallet einen neuen geben. Das dauert drei Tage, und so lange kann Ihr Passkey es ablehnen.',
    hint: 'Eine Adresse, deren Schlüssel sicher und nicht auf diesem Gerät ist: eine Hardware-Wallet oder jemand, dem Sie vertrauen.',
    present: 'Sie haben eine Ersatzadresse. Sie können sie ersetzen.',
    none: 'Sie haben keine Ersatzadresse. Geht Ihr Passkey verloren, ist auch die Wallet verloren.',
    unknown: 'Dieser Dienst teilt nicht mit, welche Ersatzadresse es gibt.',
    label: 'Neue Ersatzadresse',
    submit: 'Prüfen und signieren',
    remove: 'Ersatzadresse entfernen',
    later: 'Später',
    pendingHeading: 'Ein neuer Passkey ist vorgeschlagen',
    pending: (time) =>
      `Die Ersatzadresse will Ihrer Wallet einen neuen Passkey geben. Er lässt sich ab ${time} aktivieren. Waren Sie das nicht, lehnen Sie ihn jetzt ab.`,
    refuse: 'Neuen Passkey ablehnen',
    problems: {
      missing: 'Geben Sie eine Adresse ein.',
      notAddress:
        'Das ist keine Adresse, die einen Schlüssel haben kann: Sie muss aus 0x und 40 Zeichen bestehen.',
      checksum: 'In dieser Adresse ist ein Fehler. Kopieren Sie sie noch einmal.',
      self: 'Das ist eine eigene Wallet, die dieselben Passkeys öffnen. Nehmen Sie eine andere Adresse.',
      token: 'Das ist der Vertrag eines Tokens, der nichts signieren kann. Nehmen Sie eine andere Adresse.',
      same: 'Das ist schon Ihre Ersatzadresse.',
      imitation:
        'Diese Adresse sieht aus wie eine von Ihren und ist eine andere. Kopieren Sie sie noch einmal von dort, wo Sie sie kennen.',
    },
    what: {
      set: 'Sie benennen eine Ersatzadresse',
      remove: 'Sie entfernen die Ersatzadresse',
      removed: 'Niemand kann die Wallet wiederherstellen',
      refuse: 'Sie lehnen den vorgeschlagenen Passkey ab',
      refused: 'Ihr Passkey bleibt',
      unknown: 'Sie rufen einen Vertrag auf',
      unknownMain: 'Niemand hier kann sagen, was das bewirkt',
    },
    warnings: {
      'sets-backup':
        'Wer den Schlüssel dieser Adresse hat, kann Ihre Wallet nach drei Tagen übernehmen, wenn Sie nicht rechtzeitig ablehnen.',
      'removes-backup': 'Ohne Ersatzadresse ist mit dem Passkey auch die Wallet verloren.',
      'unknown-call': 'Niemand hier kann sagen, was dieser Aufruf bewirkt.',
    },
    confirmed: { heading: 'Erledigt', text: 'Es ist endgültig.' },
    failed: {
      heading: 'Es ist gescheitert',
      text: 'Die Blockchain hat es abgelehnt, und nichts hat sich geändert.',
    },
    preparing: 'Wird vorbereitet …',
    another: 'Ersatzadresse zeigen',
  },
  recover: {
    heading: 'Wallet wiederherstellen',
    lede: 'Für den Fall, dass ihr Passkey verloren ist. Sie erstellen jetzt einen neuen. Ihre Ersatzadresse schlägt ihn vor, und drei Tage später öffnet er die Wallet.',
    submit: 'Neuen Passkey erstellen',
    domain: 'Gilt auf',
    proposalHeading: 'Den neuen Passkey vorschlagen',
    proposal:
      'Senden Sie diesen Aufruf von Ihrer Ersatzadresse, mit einer beliebigen Wallet-App. Wir sehen, wann er eingetroffen ist.',
    other:
      'Die Ersatzadresse hat einen anderen Passkey als diesen vorgeschlagen. Senden Sie diesen Aufruf, um stattdessen diesen vorzuschlagen; die drei Tage beginnen dann von vorn.',
    qr: 'QR-Code des Aufrufs, für Wallet-Apps, die ihn lesen',
    watching: 'Wir warten. Sie können gehen und wiederkommen: Ihr neuer Passkey bleibt erhalten.',
    stalled: 'Die Wallet ließ sich nicht lesen. Wir versuchen es weiter.',
    waitingHeading: 'Bitte warten',
    waiting:
      'Der neue Passkey ist vorgeschlagen. Nach Ablauf der Zeit lässt er sich aktivieren. Bis dahin kann der alte ihn ablehnen.',
    waitingElsewhere:
      'Ein neuer Passkey ist vorgeschlagen, aber er wurde nicht in diesem Browser erstellt. Haben Sie das nicht verlangt, lehnen Sie ihn mit Ihrem jetzigen Passkey ab.',
    activateHeading: 'Neuen Passkey aktivieren',
    activateText:
      'Die drei Tage sind vorbei. Ab jetzt öffnet der neue Passkey die Wallet und der alte nicht mehr.',
    activate: 'Aktivieren',
    working: 'Der neue Passkey wird aktiviert …',
    noBackupHeading: 'Diese Wallet hat keine Ersatzadresse',
    noBackup:
      'Nur ihr Passkey öffnet sie. Suchen Sie ihn auf Ihren anderen Geräten, in Ihrem Passwortmanager oder auf Ihrem Sicherheitsschlüssel.',
    doneHeading: 'Ihre Wallet ist wiederhergestellt',
    done: 'Sie öffnet sich mit Ihrem neuen Passkey. Der alte öffnet sie nicht mehr.',
    doneElsewhere: 'Sie öffnet sich mit dem neuen Passkey auf dem Gerät, auf dem er erstellt wurde.',
  },
}
