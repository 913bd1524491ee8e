import type { Language, MainMessages, Parts } from './messages.ts'
import { de as pageErrors } from './page-errors.ts'

/** German, formal. */
const main: MainMessages = {
  language: 'de',
  direction: 'ltr',
  separators: { group: '.', decimal: ',' },
  errors: {
    CONFIGURATION: pageErrors.CONFIGURATION,
    UNSUPPORTED_BROWSER:
      'Dieser Browser kann auf dieser Seite keine Passkeys verwenden. Bitte öffnen Sie sie in einem aktuellen Browser.',
    RP_ID_MISMATCH:
      'Der Passkey gehört zu einer anderen Webadresse. Öffnen Sie die Seite, auf der Sie die Wallet erstellt haben.',
    OPERATION_NOT_ALLOWED:
      'Diese Seite darf das mit Ihrer Wallet nicht tun. Bitte sagen Sie dem Betreiber Bescheid.',
    SESSION_EXPIRED:
      'Ihre Sitzung ist abgelaufen. Laden Sie die Seite neu, melden Sie sich bei Bedarf an und beginnen Sie von vorn.',
    OFFLINE:
      'Sie sind offline. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal: Nichts ist verloren.',
    NETWORK_FAILED: pageErrors.NETWORK_FAILED,
    UNEXPECTED_ANSWER:
      'Der Wallet-Dienst hat etwas geantwortet, das wir nicht verstehen. Deshalb haben wir abgebrochen. Versuchen Sie es später noch einmal.',
    OUTCOME_UNKNOWN:
      'Vielleicht wurde es gesendet. Versuchen Sie es noch einmal: Nichts wird je doppelt gesendet.',
    UNKNOWN:
      'Etwas ist schiefgegangen. Versuchen Sie es noch einmal oder sagen Sie dem Betreiber dieser Seite Bescheid.',
    PASSKEY_CANCELLED:
      'Die Passkey-Abfrage wurde geschlossen oder fand keinen passenden Passkey. Nichts wurde signiert. Bitte versuchen Sie es noch einmal.',
    PASSKEY_TIMEOUT:
      'Auf die Passkey-Abfrage kam nicht rechtzeitig eine Antwort. Nichts wurde signiert. Bitte versuchen Sie es noch einmal.',
    PASSKEY_BLOCKED:
      'Die umgebende Seite lässt keine Passkeys zu. Öffnen Sie diese Seite in einem eigenen Tab.',
    PASSKEY_EXISTS:
      'Auf diesem Gerät gibt es schon einen solchen Passkey. Verwenden Sie ihn oder nehmen Sie ein anderes Gerät.',
    PASSKEY_UNSUITABLE:
      'Dieser Passkey kann keine Wallet öffnen. Versuchen Sie es mit einem anderen Gerät oder Passwortmanager.',
    PASSKEY_WRONG:
      'Das ist der Passkey einer anderen Wallet. Nichts wurde gesendet. Versuchen Sie es mit dem dieser Wallet.',
    ADDRESS_MISMATCH:
      'Der Wallet-Dienst nannte eine Adresse, die nicht zu Ihrem Passkey gehört. Deshalb haben wir abgebrochen. Senden Sie nichts dorthin und sagen Sie dem Betreiber dieser Seite Bescheid.',
    CALL_MISMATCH:
      'Der Wallet-Dienst hat etwas anderes vorbereitet, als Sie verlangt haben. Deshalb haben wir abgebrochen. Nichts wurde signiert. Bitte sagen Sie dem Betreiber dieser Seite Bescheid.',
    NO_WALLET: 'Sie haben hier noch keine Wallet. Erstellen Sie zuerst eine.',
    NO_TOKEN: 'Diese Wallet hat keinen Token, der sich von hier senden lässt.',
    INSUFFICIENT_BALANCE:
      'Das Guthaben der Wallet reicht nicht für die Gebühr. Laden Sie es auf und versuchen Sie es noch einmal.',
    STOPPED_BY_PAGE: 'Diese Seite hat die Signatur verhindert. Nichts wurde gesendet.',
    VALIDATION_FAILED:
      'Der Wallet-Dienst hat eine Ihrer Eingaben abgelehnt. Prüfen Sie sie und versuchen Sie es noch einmal.',
    INVALID_VERIFICATION_CODE:
      'Dieser Code ist falsch oder zu alt. Sehen Sie in die neueste E-Mail oder fordern Sie einen neuen Code an.',
    INVALID_PUBLIC_KEY: 'Der Wallet-Dienst kann diesen Passkey nicht verwenden. Erstellen Sie einen anderen.',
    RP_ID_HASH_NOT_REGISTERED:
      'Diese Webadresse ist nicht für Wallets registriert. Bitte sagen Sie dem Betreiber Bescheid.',
    WALLET_ALREADY_DEPLOYED:
      'Dieser Passkey hat schon eine Wallet, aber nicht in Ihrem Konto hier. Beginnen Sie von vorn und erstellen Sie einen neuen Passkey.',
    INSUFFICIENT_FEE_BALANCE: 'Die Zahlung ist noch nicht eingetroffen.',
    TRANSACTION_EXPIRED:
      'Die Frist ist abgelaufen, deshalb haben wir eine neue gesetzt. Prüfen Sie alles noch einmal und bestätigen Sie.',
    EXPIRATION_TOO_FAR:
      'Die Uhren gingen verschieden, deshalb haben wir eine neue Frist gesetzt. Prüfen Sie alles noch einmal und bestätigen Sie.',
    INVALID_SIGNATURE:
      'Die Signatur wurde nicht angenommen. Nichts wurde gesendet. Bitte bestätigen Sie noch einmal.',
    FEE_REFUSED: 'Die Gebühr hat sich geändert. Prüfen Sie die neue und bestätigen Sie noch einmal.',
    TRANSACTION_REVERTS:
      'Diese Überweisung würde scheitern, deshalb wurde sie nicht gesendet. Prüfen Sie Betrag, Empfänger und Guthaben.',
    RECIPIENT_CANNOT_RECEIVE:
      'Der Empfänger ist ein Vertrag, der das nicht annehmen kann. Nichts wurde gesendet.',
    TOKEN_UNREADABLE:
      'Dieser Token lässt sich nicht lesen, oder er gibt seine Nachkommastellen nicht an. Prüfen Sie seine Adresse.',
    WALLET_NOT_OWNED:
      'Diese Wallet ist nicht in Ihrem Konto hier. Bitte sagen Sie dem Betreiber dieser Seite Bescheid.',
    NOT_FOUND: 'Der Wallet-Dienst bietet das nicht an. Bitte sagen Sie dem Betreiber dieser Seite Bescheid.',
    CONFLICT: 'Das wird gerade schon ausgeführt. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    RATE_LIMITED: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    CHAIN_FAILED:
      'Die Blockchain ist nicht erreichbar. Versuchen Sie es gleich noch einmal: Nichts ist verloren.',
    CHAIN_TIMEOUT:
      'Die Blockchain hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal: Nichts wird je doppelt gesendet.',
    UNAVAILABLE:
      'Der Wallet-Dienst ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal: Nichts ist verloren.',
    ORIGIN_REFUSED:
      'Diese Webadresse darf den Wallet-Dienst nicht verwenden. Bitte sagen Sie dem Betreiber Bescheid.',
    EMAIL_REFUSED:
      'Diese Sitzung gehört zu einer anderen E-Mail-Adresse. Laden Sie die Seite neu und beginnen Sie von vorn.',
  },
  warnings: {
    'self-transfer': 'Der Empfänger ist diese Wallet selbst.',
    'to-token-contract': 'Der Empfänger ist der Vertrag des Tokens. Token, die dorthin gehen, sind verloren.',
    'to-zero-address': 'Der Empfänger ist die Nulladresse. Token, die dorthin gehen, sind verloren.',
    'unknown-token': 'Nicht auf der Liste der zugelassenen Token: Der Name kann falsch sein.',
    'suspicious-token-text': 'Der Name dieses Tokens ist irreführend.',
  },
  otherWarning: 'Lesen Sie jede Angabe, bevor Sie bestätigen.',
  states: {
    SUBMITTED: { heading: 'Gesendet', text: 'Die Blockchain bestätigt es. Das dauert wenige Sekunden.' },
    CONFIRMED: { heading: 'Bestätigt', text: 'Die Überweisung ist abgeschlossen.' },
  },
  common: {
    cancel: 'Abbrechen',
    back: 'Zurück',
    continue: 'Weiter',
    tryAgain: 'Noch einmal versuchen',
    startAgain: 'Von vorn beginnen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyWhat: (what) => `${what} kopieren`,
    loading: 'Wird geladen …',
    optional: 'optional',
    problemHeading: 'Das hat nicht geklappt',
    retryIn: (seconds) => `Versuchen Sie es in ${seconds} s noch einmal.`,
    units: (units) => `${units} Basiseinheiten`,
    chain: (chainId) => `Chain ${chainId}`,
    unnamed: 'Wallet',
    noFee: 'Keine',
  },
  labels: {
    address: 'Adresse',
    amount: 'Betrag',
    calldata: 'Aufrufdaten',
    digest: 'Zu signierender Digest',
    email: 'E-Mail',
    exactAmount: 'Betrag in Basiseinheiten',
    expiration: 'Läuft ab (Unix-Sekunden)',
    fee: 'Gebühr',
    feeReceiver: 'Gebühr geht an',
    feeToken: 'Token der Gebühr',
    feeUnits: 'Gebühr in Basiseinheiten',
    fingerprint: 'Prüfwörter',
    from: 'Von',
    function: 'Funktion',
    name: 'Name',
    network: 'Netzwerk',
    reason: 'Grund',
    to: 'An',
    token: 'Token',
    transaction: 'Transaktion',
    validUntil: 'Gültig bis',
  },
  person: {
    heading: 'Wallet erstellen',
    lede: (organization) =>
      `${organization} bestätigt zuerst Ihre E-Mail-Adresse. Dann wird ein Passkey auf Ihrem Gerät zum Schlüssel Ihrer Wallet.`,
    emailInvalid: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
    label: 'Name der Wallet',
    labelInvalid: (max) => `Verwenden Sie höchstens ${max} Zeichen.`,
    submit: 'Code senden',
  },
  code: {
    heading: 'Code eingeben',
    lede: (email) => `Wir haben sechs Ziffern an ${email} gesendet. Sie gelten zehn Minuten.`,
    label: 'Code aus der E-Mail',
    invalid: 'Der Code hat sechs Ziffern.',
    submitWithPasskey: 'Wallet erstellen',
    resend: 'Neuen Code senden',
    resendIn: (seconds) => `Neuen Code senden (${seconds} s)`,
    resent: 'Ein neuer Code ist unterwegs. Nur der neueste gilt.',
    passkeyKept: 'Ihr Passkey bleibt erhalten.',
    changeEmail: 'E-Mail ändern',
  },
  passkey: {
    heading: 'Passkey erstellen',
    lede: 'Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN. Der Passkey ist der einzige Schlüssel zur Wallet.',
    domain: 'Funktioniert auf',
    submit: 'Passkey erstellen',
    knownHeading: 'Mit Ihrem Passkey weitermachen',
    knownLede:
      'Sie haben hier schon einen erstellt, und er hat noch keine Wallet. Bestätigen Sie ihn einmal, dann geht es weiter.',
    knownSubmit: 'Meinen Passkey verwenden',
    makeNew: 'Stattdessen einen neuen Passkey erstellen',
    useKnown: 'Den Passkey von vorhin verwenden',
  },
  working: {
    address: 'Die Adresse der Wallet wird berechnet …',
    wallet: 'Die Wallet wird erstellt …',
    prepare: 'Die Überweisung wird vorbereitet …',
    execute: 'Wird gesendet …',
  },
  created: {
    heading: 'Ihre Wallet ist bereit',
    lede: 'Sie öffnet sich mit dem Passkey, den Sie gerade erstellt haben.',
    single:
      'Dieser Passkey liegt nur auf einem Gerät. Geht es verloren, kann nur eine Ersatzadresse die Wallet zurückbringen.',
    backup: 'Ersatzadresse hinzufügen',
  },
  wallet: {
    heading: 'Wallet wählen',
    lede: 'Von welcher Wallet möchten Sie senden?',
  },
  transfer: {
    heading: 'Token senden',
    change: 'Andere Wallet',
    toHint: 'Wallet-Adresse (0x…)',
    balance: (amount) => `Guthaben: ${amount}`,
    all: 'Alles senden',
    submit: 'Prüfen',
    problems: {
      toMissing: 'Geben Sie die Adresse des Empfängers ein.',
      toNotAddress: 'Das ist keine Adresse: Sie muss aus 0x und 40 Zeichen bestehen.',
      toChecksum: 'In dieser Adresse ist ein Fehler. Kopieren Sie sie noch einmal.',
      toZero: 'Das ist die Nulladresse.',
      amountMissing: 'Geben Sie einen Betrag ein.',
      amountFormat: 'Geben Sie eine Zahl wie 12,50 ein, ohne Tausenderpunkte.',
      amountDecimals: (decimals) => {
        if (decimals === 0) return 'Geben Sie eine ganze Zahl ein.'
        const digits = decimals === 1 ? 'eine Stelle' : `${decimals} Stellen`
        return `Verwenden Sie höchstens ${digits} nach dem Komma.`
      },
      amountZero: 'Geben Sie mehr als null ein.',
      amountRange: 'Diese Zahl ist zu groß.',
      amountBalance: (balance, fee, fixed) =>
        `Die Wallet enthält ${balance}${fee === '' ? '' : `, und die Gebühr beträgt ${fee}`}. ${fixed ? 'Laden Sie sie auf und versuchen Sie es noch einmal' : 'Geben Sie weniger ein'}.`,
    },
  },
  confirm: {
    heading: 'Prüfen und bestätigen',
    lede: 'Sie senden',
    validFor: (minutes) => `${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} gültig`,
    fingerprintHint: 'Dieselben Wörter stehen überall, wo diese Überweisung angezeigt wird.',
    details: 'Rohdaten',
    unverified: (amount) => `${amount}, laut Token`,
    submit: 'Mit Passkey bestätigen',
  },
  progress: {
    noStatus: 'Der Wallet-Dienst meldet den Status nicht.',
    lost: 'Keine brauchbare Antwort vom Wallet-Dienst. Wir versuchen es weiter: Nichts geht verloren oder wird doppelt gesendet.',
    another: 'Mehr senden',
  },
}

const tokenIds = (count: number) => `${count} ${count === 1 ? 'Token-ID' : 'Token-IDs'}`

const calls: Parts['calls'] = {
  what: {
    allowance: (amount) => ({ label: 'Sie erlauben Ausgaben', main: amount }),
    allowanceWithdrawn: (token) => ({
      label: 'Sie erlauben keine Ausgaben mehr',
      main: token === '' ? 'Diese Token' : token,
    }),
    ambiguous: (number) => ({
      label: 'Sie erteilen eine Erlaubnis für',
      main: number,
      remark:
        'Ein Betrag in Basiseinheiten oder die Token-ID eines NFTs: Der Aufruf zeigt nicht, welches von beidem.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Sie erlauben Ausgaben', main: 'Unbegrenzt' }),
    ambiguousWithdrawn: (number) => ({ label: 'Sie widerrufen eine Erlaubnis', main: `Nummer ${number}` }),
    item: (quantity) => ({ label: 'Sie senden', main: quantity }),
    itemGrant: (quantity) => ({ label: 'Sie erlauben die Übertragung von', main: quantity }),
    itemWithdrawn: (quantity) => ({ label: 'Sie erlauben nicht mehr die Übertragung von', main: quantity }),
    batch: (count) => ({ label: 'Sie senden', main: tokenIds(count) }),
    everyItem: (name) => ({
      label: 'Sie erlauben die Übertragung von',
      main:
        name === ''
          ? 'Alle Token dieser Sammlung, jetzt und später'
          : `Alle Token von ${name}, jetzt und später`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Sie erlauben nicht mehr die Übertragung von',
      main: name === '' ? 'Alle Token dieser Sammlung' : `Alle Token von ${name}`,
    }),
    unknown: () => ({
      label: 'Sie rufen einen Vertrag auf',
      main: 'Die Wirkung ist unbekannt',
    }),
  },
  labels: {
    amounts: 'Menge',
    collection: 'Sammlung',
    contract: 'Vertrag',
    everyRow: 'Alle Token-IDs',
    id: 'Token-ID',
    nobody: 'Niemand',
    operator: 'Operator',
    row: 'Zeile',
    spender: 'Berechtigter',
    withdrawnFrom: 'Widerrufen für',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Das würde scheitern, deshalb wurde es nicht gesendet. Prüfen Sie, ob die Wallet das Nötige enthält und wer es empfängt.',
    },
    warnings: {
      'ambiguous-token':
        'Die Daten sagen nicht, ob das ein Betrag eines Tokens oder ein NFT einer Sammlung ist. Rechnen Sie mit beidem.',
      'operator-grant':
        'Der Operator darf alle Ihre Token dieser Sammlung übertragen, jetzt und später, bis Sie die Erlaubnis widerrufen.',
      'to-token-contract': 'Der Empfänger ist der Vertrag des Tokens. Was dorthin geht, ist verloren.',
      'unknown-call': 'Dieser Aufruf lässt sich nicht dekodieren: Die Wirkung ist unbekannt.',
      'unlimited-allowance':
        'Der Berechtigte darf Ihr ganzes Guthaben an diesem Token übertragen, jetzt und später, bis Sie die Erlaubnis widerrufen.',
      'value-with-call': 'Der Aufruf sendet auch den nativen Token der Blockchain.',
    },
    states: {
      CONFIRMED: { heading: 'Bestätigt', text: 'Es wurde auf der Blockchain ausgeführt.' },
      FAILED: {
        heading: 'Fehlgeschlagen',
        text: 'Es wurde nicht ausgeführt, und nichts hat sich geändert. Prüfen Sie, was dafür nötig ist, bevor Sie es neu vorbereiten.',
      },
    },
    working: { prepare: 'Wird vorbereitet …' },
    confirm: { fingerprintHint: 'Dieselben Wörter stehen überall, wo dieser Aufruf angezeigt wird.' },
  },
}

const frame: Parts['frame'] = {
  errors: {
    INSECURE_CONTEXT:
      'Passkeys brauchen eine verschlüsselte Seite. Öffnen Sie diese Seite über ihre Adresse, die mit https:// beginnt.',
    PAGE_HIDDEN:
      'Diese Seite war nicht im Vordergrund, deshalb konnte keine Passkey-Abfrage erscheinen. Klicken Sie hier und versuchen Sie es noch einmal.',
    PASSKEY_NOT_FOUND:
      'Die Abfrage endete sofort: Vielleicht hat dieses Gerät keinen Passkey für diese Wallet. Nichts wurde signiert. Versuchen Sie es noch einmal und wählen Sie Ihr Telefon oder ein anderes Gerät. Wenn eine App diese Seite zeigt, öffnen Sie sie im Browser.',
    PASSKEY_REFUSED:
      'Der Browser hat sofort abgelehnt, ohne Sie zu fragen. Richten Sie Bildschirmsperre, Fingerabdruck oder PIN ein und versuchen Sie es noch einmal, oder nehmen Sie ein anderes Gerät. Wenn eine App diese Seite zeigt, öffnen Sie sie im Browser.',
    PASSKEY_NO_ANSWER:
      'Ihr Passwortmanager hat die Abfrage übernommen und nicht geantwortet. Schalten Sie ihn für diese Seite aus oder wählen Sie einen anderen, und versuchen Sie es noch einmal.',
    PASSKEY_BUSY:
      'Eine andere Passkey-Abfrage ist offen. Beenden oder schließen Sie sie und versuchen Sie es noch einmal.',
    PASSKEY_DEVICE_FAILED:
      'Das Gerät konnte nicht antworten. Entsperren Sie es, melden Sie sich bei seinem Passwortmanager an, und versuchen Sie es noch einmal, oder verwenden Sie ein anderes Gerät.',
    PASSKEY_BROWSER_FAILED:
      'Der Browser konnte keine Passkey-Abfrage öffnen. Aktualisieren Sie ihn, schalten Sie Erweiterungen für Passwörter aus, oder verwenden Sie einen anderen Browser.',
    PASSKEY_CLICK_NEEDED:
      'Der Browser verlangt einen weiteren Klick, bevor er eine Passkey-Abfrage öffnet. Drücken Sie die Schaltfläche noch einmal.',
    PASSKEY_UNVERIFIED:
      'Das Gerät hat nicht geprüft, dass Sie es sind. Richten Sie dort Fingerabdruck, Gesicht oder PIN ein oder nehmen Sie ein anderes Gerät.',
    PASSKEY_KEY_TYPE:
      'Dieses Gerät erstellt eine andere Art von Passkey, als Wallets brauchen. Nehmen Sie ein anderes Gerät oder einen anderen Passwortmanager.',
    POLICY_REFUSED:
      'Die Regeln für diese Wallet erlauben das nicht, deshalb wurde es nicht gesendet. Ändern Sie es oder fragen Sie den Betreiber dieser Seite.',
    CO_SIGNATURE_MISSING:
      'Der Mitunterzeichner dieser Wallet muss auch signieren, und dieser Dienst kann ihn nicht fragen. Nichts wurde gesendet. Fragen Sie den Betreiber dieser Seite.',
    CO_SIGNER_NOT_READY:
      'Der Mitunterzeichner dieser Wallet ist noch nicht bereit. Nichts wurde gesendet. Versuchen Sie es gleich noch einmal.',
    CLOCK_WRONG:
      'Die Uhr dieses Geräts geht falsch, deshalb wurde die Frist abgelehnt. Stellen Sie sie auf automatisch, prüfen Sie alles noch einmal und bestätigen Sie.',
    RP_ID_MISMATCH:
      'Der Passkey gehört zu einer anderen Webadresse als diese Seite. Öffnen Sie die Seite, auf der Sie ihn erstellt haben.',
    PASSKEY_BLOCKED:
      'Die umgebende Seite lässt hier keine Passkeys zu. Machen Sie in einem eigenen Fenster weiter.',
  },
  copyDetails: 'Angaben für den Support',
  covered: 'Etwas verdeckt diese Wallet, oder sie ist nicht ganz zu sehen. So lässt sich nichts bestätigen.',
  openWindow: 'In einem Fenster öffnen',
  windowOpen: 'Machen Sie in dem Fenster weiter, das sich geöffnet hat.',
  windowBlocked:
    'Der Browser hat das Fenster nicht geöffnet. Erlauben Sie Pop-ups für diese Seite und klicken Sie noch einmal.',
  createHeading: 'Passkey hier erstellen',
  createLede: 'Die Seite, von der Sie kommen, kann es nicht selbst. Dieses Fenster schließt sich danach.',
  createSubmit: 'Passkey erstellen',
  notCreated:
    'Es wurde kein Passkey erstellt: Die Abfrage wurde geschlossen, oder das Gerät hat keinen Platz für einen weiteren. Versuchen Sie es noch einmal, oder nehmen Sie ein anderes Gerät.',
}

const funding: Parts['funding'] = {
  heading: 'Token einzahlen',
  lede: 'Diese Wallet zahlt ihre Gebühren selbst und braucht deshalb zuerst ein kleines Guthaben.',
  missing: 'Senden Sie mindestens',
  address: 'an diese Adresse',
  watching: 'Wir warten. Sobald die Zahlung eintrifft, geht es von selbst weiter.',
  stalled: 'Das Guthaben ließ sich nicht lesen. Wir versuchen es weiter.',
  arrived: 'Bisher eingetroffen',
}

const held: Parts['held'] = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'Wartet auf Ihre Freigabe',
      text: 'Geben Sie es in Ihrer Freigabe-App frei oder lehnen Sie es dort ab. Vorher sendet der Wallet-Dienst nichts.',
    },
    APPROVED: { heading: 'Freigegeben', text: 'Es wird an die Blockchain gesendet.' },
    FAILED: {
      heading: 'Die Überweisung ist fehlgeschlagen',
      text: 'Sie wurde nicht ausgeführt, und die Token sind noch in Ihrer Wallet. Prüfen Sie das Guthaben, bevor Sie sie neu vorbereiten.',
    },
    REJECTED: {
      heading: 'Abgelehnt',
      text: 'Es wurde in Ihrer Freigabe-App abgelehnt. Der Wallet-Dienst hat nichts gesendet. War das ein Versehen, bereiten Sie es neu vor.',
    },
    EXPIRED: {
      heading: 'Abgelaufen',
      text: 'Es wurde nicht rechtzeitig freigegeben. Der Wallet-Dienst hat nichts gesendet. Bereiten Sie es für eine neue Zahl neu vor.',
    },
    CANCELLED: { heading: 'Storniert', text: 'Es wurde nicht ausgeführt.' },
  },
  unseen: {
    heading: 'Status unbekannt',
    text: 'Der Wallet-Dienst hat seit fünf Minuten nicht geantwortet. Es kann inzwischen bestätigt sein: Sehen Sie noch einmal nach, bevor Sie etwas anderes senden.',
  },
  overdue: 'Die Zeit für die Freigabe ist vorbei.',
  again: 'Neu vorbereiten',
  cancel: 'Diese Zahlung stornieren',
  unsure:
    'Sie haben es signiert, und es ist vielleicht unterwegs. Versuchen Sie es noch einmal: Dieselbe Signatur wird gesendet, und sie zählt nur einmal. Zahlen Sie vorher nicht noch einmal.',
  executable: (time) =>
    `Es ging nicht durch, aber bis ${time} kann es noch: wenn Sie es hier noch einmal versuchen oder wenn jemand anderes Ihre Signatur einreicht. Zahlen Sie vorher nicht noch einmal.`,
  number: (number) => `Wählen Sie ${number}`,
  pick: 'Wählen Sie diese Zahl in Ihrer Freigabe-App, um es freizugeben. Vorher sendet der Wallet-Dienst nichts.',
  other: {
    heading: 'Wartet auf einen Administrator',
    text: 'Geben Sie dem Administrator diese Zahl für die Freigabe. Vorher sendet der Wallet-Dienst nichts.',
  },
  timeLeft: (time) => `Noch ${time}`,
  open: 'Freigabe-App öffnen',
  mailed: (email) => `Wir haben einen Link an ${email ?? 'Ihre E-Mail-Adresse'} gesendet.`,
  reported:
    'Sie haben dies gemeldet. Der Wallet-Dienst hat nichts gesendet, und die Organisation wurde benachrichtigt.',
  cancelling: {
    what: 'Mit dieser Signatur stornieren Sie das Folgende. Es kann dann nicht mehr ausgeführt werden.',
    refused: 'Es konnte nicht storniert werden. Vielleicht wurde es gerade ausgeführt: Wir prüfen es weiter.',
    tooLate: 'Es konnte nicht rechtzeitig storniert werden: Die Zahlung wurde ausgeführt.',
  },
}

const message: Parts['message'] = {
  heading: {
    text: 'Nachricht signieren',
    'sign-in': 'Anmelden',
    permission: 'Erlaubnis signieren',
    payment: 'Zahlung signieren',
    cancellation: 'Signierte Zahlung stornieren',
    data: 'Daten signieren',
  },
  lede: (origin: string) => `${origin} bittet um Ihre Signatur. Nichts wird an die Blockchain gesendet.`,
  by: 'Signiert von',
  which: 'Mit welcher Wallet möchten Sie signieren?',
  otherCoSigner:
    'Der Server nennt einen anderen Mitunterzeichner, als dieser Browser kennt. Wenn Sie ihn nicht selbst geändert haben, signieren Sie nicht.',
  removedCoSigner:
    'Sie haben die Entfernung des Mitunterzeichners begonnen. Der Server sagt, dass sie abgeschlossen ist. Das stimmt nicht, wenn der Mitunterzeichner widersprochen hat: Signieren Sie dann nicht.',
  hash: 'Hash der Nachricht',
  validFrom: 'Gültig ab',
  validUntil: 'Gültig bis',
  noEnd: 'Ohne Ende',
  warnings: {
    site: (site: string, origin: string) =>
      `Damit melden Sie sich bei ${site} an, aber ${origin} verlangt es. Wer die Signatur bekommt, kann dort Ihr Konto verwenden.`,
    uri: (address: string, origin: string) =>
      `Es gilt für die Adresse ${address}, die nicht zu ${origin} gehört.`,
    account: 'Diese Anmeldung nennt ein anderes Konto als Ihre Wallet.',
    chain: 'Diese Anmeldung ist für ein anderes Netzwerk als das Ihrer Wallet.',
    expired: 'Diese Anmeldung ist abgelaufen.',
    early: 'Diese Anmeldung ist noch nicht gültig.',
    malformed:
      'Das sieht wie eine Anmeldung aus, hat aber nicht deren Form. Teile davon können etwas anderes bedeuten.',
    hidden: 'Der Text hat unsichtbare Zeichen. Sie sind als ihre Codes zu sehen.',
    foreign:
      'Hier geht es um das Geld eines anderen Kontos, nicht um das Ihrer Wallet. Ihre Signatur ist dafür wertlos, oder es ist eine Falle.',
    gives:
      'Allein mit dieser Signatur dürfen andere nehmen, was hier steht. Vorher wird nichts weiter gefragt.',
    unread:
      'Was diese Signatur erlaubt, ist nicht bekannt. Sie kann alles weggeben, was diese Wallet enthält. Lesen Sie jede Zeile.',
  },
  understood: 'Ich habe es gelesen und will es trotzdem signieren',
  refused: {
    held: 'Was diese Wallet tut, geben Sie in Ihrer Freigabe-App frei, und eine Signatur würde das umgehen. Nichts wurde signiert. Bitten Sie diese Seite, die Erlaubnis als Transaktion zu senden.',
    declined: 'Es wurde in der Freigabe-App abgelehnt. Diese Seite hat die Signatur nicht erhalten.',
    expired: 'Es wurde nicht rechtzeitig freigegeben. Diese Seite hat die Signatur nicht erhalten.',
    coSigner:
      'Diese Wallet hat einen Mitunterzeichner, der nicht signiert hat. Die Seite hat keine Signatur erhalten.',
    unsafe:
      'Diese Seite will etwas signiert haben, das eine Transaktion sein könnte. Nichts wurde signiert. Bitte sagen Sie dem Betreiber Bescheid.',
  },
  signedHeading: 'Signiert',
  signed: 'Die Seite hat Ihre Signatur. Nichts wurde an die Blockchain gesendet.',
}

const notes: Parts['notes'] = {
  balance: (before, after) => `Guthaben: ${before}. Danach: ${after}.`,
  source: 'Vom Server gemeldet.',
  payee: (address, name) => `Die Organisation nennt ${address} „${name}“.`,
  feeLarge: 'Die Gebühr ist mehr als das, was Sie senden.',
  first: (address, whole) =>
    whole
      ? `Diese Wallet hatte noch nie mit ${address} zu tun. Vergleichen Sie die Adresse Zeichen für Zeichen.`
      : `Diese Wallet hatte mit ${address} in letzter Zeit nichts zu tun. Vergleichen Sie die Adresse Zeichen für Zeichen.`,
  unfinished: (address, until) =>
    `Eine frühere Zahlung an ${address} kann noch bis ${until} ausgeführt werden. Wenn Sie auch diese bestätigen, zahlen Sie vielleicht doppelt.`,
  unchecked: (address) =>
    `${address} konnte nicht auf Nachahmungen geprüft werden. Vergleichen Sie die Adresse Zeichen für Zeichen.`,
  imitates: {
    wallet: (address) => `${address} beginnt und endet wie die Adresse dieser Wallet, ist aber eine andere.`,
    known: (address, original) =>
      `${address} beginnt und endet wie ${original}, mit der diese Wallet zu tun hatte, ist aber eine andere. Wer sie erstellt hat, will, dass Sie die beiden verwechseln.`,
    token: (address, original) =>
      `${address} beginnt und endet wie ${original}, der Vertrag eines Tokens, ist aber eine andere. Wer sie erstellt hat, will, dass Sie die beiden verwechseln.`,
    named: (address, name) =>
      `${address} beginnt und endet wie „${name}“, eine Adresse, die die Organisation kennt, ist aber eine andere. Wer sie erstellt hat, will, dass Sie die beiden verwechseln.`,
  },
  simulation: {
    differs:
      'Eine Simulation auf der Blockchain weicht von dem ab, was hier steht. Bestätigen Sie nur, wenn Sie wissen, warum.',
    balance: 'Guthaben von',
    approval: 'Erlaubnis für',
    read: 'Hier angezeigt',
    simulated: 'In der Simulation',
    nothing: 'Keine Änderung',
    everything: 'Alle Token',
    understood: 'Ich weiß, warum sie abweicht',
    missing: 'Dies konnte auf der Blockchain nicht simuliert werden. Nur die Bytes wurden gelesen.',
    checking: 'Wird geprüft …',
    fails: 'Diese Transaktion wird scheitern, wenn sie jetzt gesendet wird.',
    notHeld: 'Die Wallet hat nicht genug von einem Token, den sie sendet.',
    itemNotHeld: (tokenId) => `Die Wallet hat Token-ID ${tokenId} nicht oder nicht genug davon.`,
    blocked: (name) => `Von der Richtlinie „${name}“ blockiert.`,
    unsignable: 'Das kann nicht signiert werden.',
    again: 'Erneut prüfen',
    orgApproval: (name) =>
      `Braucht nach Ihrer Signatur die Freigabe der Organisation (Richtlinie „${name}“).`,
    ownApproval: 'Nach Ihrer Signatur geben Sie dies in der Freigabe-App frei.',
  },
}

const quantity: Parts['quantity'] = {
  unlimited: (token) => (token === '' ? 'Unbegrenzt' : `Unbegrenzt ${token}`),
}

const signing: Parts['signing'] = {
  what: {
    coins: (amount) => ({ label: 'Sie senden', main: amount }),
    moved: (amount) => ({ label: 'Sie übertragen von einem anderen Konto', main: amount }),
    moreAllowance: (amount) => ({ label: 'Sie erlauben weitere Ausgaben', main: amount }),
    several: (count) => ({
      label: 'Sie signieren einmal für',
      main: count === 1 ? '1 Aufruf' : `${count} Aufrufe`,
      remark: 'Sie geschehen in dieser Reihenfolge: alle oder keiner.',
    }),
    backup: () => ({ label: 'Sie ändern diese Wallet', main: 'Sie bekommt diese Ersatzadresse' }),
    backupRemoved: () => ({ label: 'Sie ändern diese Wallet', main: 'Sie hat keine Ersatzadresse mehr' }),
    recoveryCancelled: () => ({
      label: 'Sie ändern diese Wallet',
      main: 'Die Wiederherstellung wird abgebrochen',
    }),
    callCancelled: () => ({ label: 'Sie stornieren', main: 'Einen Aufruf, den Sie signiert haben' }),
    coSigner: () => ({ label: 'Sie ändern diese Wallet', main: 'Sie bekommt diesen Mitunterzeichner' }),
    coSignerRemoved: () => ({
      label: 'Sie ändern diese Wallet',
      main: 'Sie hat keinen Mitunterzeichner mehr',
    }),
    coSignerRemovalStarted: () => ({
      label: 'Sie ändern diese Wallet',
      main: 'Die Entfernung ihres Mitunterzeichners beginnt',
    }),
    coSignerKept: () => ({ label: 'Sie ändern diese Wallet', main: 'Sie behält ihren Mitunterzeichner' }),
    deviceAdded: () => ({ label: 'Sie ändern diese Wallet', main: 'Sie bekommt dieses Gerät' }),
    deviceRemoved: () => ({ label: 'Sie ändern diese Wallet', main: 'Sie verliert dieses Gerät' }),
    objected: () => ({ label: 'Sie widersprechen', main: 'Der Entfernung eines Mitunterzeichners' }),
    registered: (said, owner) => ({
      label: `${owner} sagt im öffentlichen Verzeichnis`,
      main: said,
      remark:
        'Die Organisation vertraut diesen Worten; geprüft wurden sie hier nicht. Adressen und Zahlen sind aus dem Aufruf selbst gelesen.',
    }),
    formatted: (said) => ({
      label: 'Diese Seite sagt',
      main: said,
      remark:
        'Diese Worte stammen von der Seite und wurden nicht geprüft. Adressen und Zahlen sind aus dem Aufruf selbst gelesen.',
    }),
  },
  labels: {
    backup: 'Ersatzadresse',
    coSigner: 'Mitunterzeichner',
    data: 'Daten',
    extraData: 'Zusätzliche Daten',
    holder: 'Genommen von',
    key: 'Öffentlicher Schlüssel',
    length: 'Länge',
    selector: 'Funktion',
    value: 'Außerdem gesendet',
  },
  callNumber: (number, count) => `Aufruf ${number} von ${count}`,
  bytes: (count) => (count === 1 ? '1 Byte' : `${count} Bytes`),
  warnings: {
    'allowance-over-balance':
      'Das ist mehr, als Ihre Wallet enthält: Auch was später kommt, darf genommen werden.',
    'from-other-account':
      'Was bewegt wird, gehört einem anderen Konto, das Ihrer Wallet erlaubt hat, es zu bewegen.',
    'adds-key': 'Der hinzugefügte Passkey kann alles für diese Wallet signieren.',
    'objects-to-removal':
      'Der Besitzer der anderen Wallet muss 30 statt 3 Tage warten, bis der Mitunterzeichner entfernt ist.',
    'removes-co-signer': 'Der Passkey allein kann dann alles in dieser Wallet bewegen.',
    'removes-key': 'Der entfernte Passkey kann nicht mehr für diese Wallet signieren.',
    'sets-co-signer':
      'Ist diese Adresse falsch, lässt sich die Wallet drei Tage lang nicht verwenden: Jede Transaktion braucht dann auch deren Signatur.',
    'starts-co-signer-removal': 'In drei Tagen kann der Passkey allein alles in dieser Wallet bewegen.',
    'removes-backup':
      'Die Wallet wird keine Ersatzadresse haben. Geht der Passkey verloren, lässt sich die Wallet nicht wiederherstellen.',
    'sets-backup': 'Wer die Ersatzadresse kontrolliert, kann die Wallet nach einer Frist übernehmen.',
  },
  unread: {
    heading: 'Diese Seite verlangt etwas, das sich nicht lesen lässt',
    lede: 'Dieser Aufruf lässt sich nicht dekodieren. Er kann alles weggeben, was diese Wallet enthält.',
    understood: 'Ich verstehe, dass ich nicht sehen kann, was das bewirkt',
    missing: 'Setzen Sie das Häkchen oder brechen Sie ab.',
    submit: 'Weiter',
  },
}

const wallet: Parts['wallet'] = {
  labels: {
    activeFrom: 'Aktivierbar',
    backup: 'Ersatzadresse',
    callData: 'Aufrufdaten',
    contract: 'An (Ihre Wallet)',
    network: 'Netzwerk',
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
    singleWithBackup:
      'Dieser Passkey liegt nur auf einem Gerät. Ihre Ersatzadresse kann die Wallet zurückbringen.',
    unchecked:
      'Dies ist nicht der erste Passkey der Wallet, deshalb lässt sich die Adresse nicht aus ihm berechnen. Vergleichen Sie sie mit dem, was Sie notiert haben, bevor Sie Geld empfangen.',
    missedHeading: 'Dieser Passkey öffnet keine Ihrer Wallets',
    missed: {
      unknown:
        'Er gehört vielleicht zu einem anderen Konto oder einer anderen Seite. Versuchen Sie einen anderen Passkey oder melden Sie sich mit einem anderen Konto an.',
      'other-chain':
        'Er wurde für eine Wallet in einem anderen Netzwerk erstellt. Versuchen Sie einen anderen Passkey.',
      replaced:
        'Er wurde aus der Wallet entfernt oder durch eine Wiederherstellung ersetzt. Verwenden Sie einen anderen Passkey.',
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
    otherwise: (chain) =>
      `Senden Sie nur in diesem Netzwerk (Chain ${chain}). Was in einem anderen gesendet wird, kommt hier nicht an.`,
    received: (amount) => `${amount} empfangen`,
    watching: 'Eingehende Token erscheinen hier automatisch.',
    stalled: 'Das Guthaben ließ sich nicht lesen. Wir versuchen es weiter.',
    blind: 'Dieser Dienst meldet keine Guthaben, deshalb erscheinen eingehende Token hier nicht.',
    balance: (amount) => `Sie haben ${amount}`,
  },
  backup: {
    heading: 'Ersatzadresse',
    lede: 'Verlieren Sie Ihren Passkey, kann diese Adresse der Wallet einen neuen geben. Das dauert drei Tage, und so lange kann Ihr Passkey es ablehnen.',
    hint: 'Eine Adresse, deren Schlüssel sicher und nicht auf diesem Gerät ist: eine Hardware-Wallet oder jemand, dem Sie vertrauen.',
    present: 'Sie haben eine Ersatzadresse. Sie können sie ersetzen.',
    none: 'Sie haben keine Ersatzadresse. Geht Ihr Passkey verloren, ist auch die Wallet verloren.',
    unknown: 'Dieser Dienst meldet die Ersatzadresse nicht.',
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
      coSigner:
        'Das ist die Adresse Ihres Mitunterzeichners oder Freigabe-Passkeys. Nehmen Sie eine andere Adresse.',
      imitation:
        'Diese Adresse sieht aus wie eine von Ihren, ist aber eine andere. Kopieren Sie sie noch einmal von dort, wo Sie sie kennen.',
    },
    what: {
      set: 'Sie legen eine Ersatzadresse fest',
      remove: 'Sie entfernen die Ersatzadresse',
      removed: 'Die Wallet lässt sich nicht wiederherstellen',
      refuse: 'Sie lehnen den vorgeschlagenen Passkey ab',
      refused: 'Ihr Passkey bleibt',
      unknown: 'Sie rufen einen Vertrag auf',
      unknownMain: 'Die Wirkung ist unbekannt',
    },
    warnings: {
      'sets-backup':
        'Wer den Schlüssel dieser Adresse hat, kann Ihre Wallet nach drei Tagen übernehmen, wenn Sie nicht rechtzeitig ablehnen.',
      'removes-backup': 'Ohne Ersatzadresse ist mit dem Passkey auch die Wallet verloren.',
      'unknown-call': 'Dieser Aufruf lässt sich nicht dekodieren: Die Wirkung ist unbekannt.',
    },
    confirmed: { heading: 'Erledigt', text: 'Es ist auf der Blockchain bestätigt.' },
    failed: {
      heading: 'Fehlgeschlagen',
      text: 'Es wurde nicht ausgeführt, und nichts hat sich geändert.',
    },
    preparing: 'Wird vorbereitet …',
    another: 'Ersatzadresse anzeigen',
  },
  recover: {
    heading: 'Wallet wiederherstellen',
    lede: 'Für den Fall, dass ihr Passkey verloren ist. Sie erstellen jetzt einen neuen. Ihre Ersatzadresse schlägt ihn vor, und drei Tage später öffnet er die Wallet.',
    submit: 'Neuen Passkey erstellen',
    domain: 'Funktioniert auf',
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

const welcome: Parts['welcome'] = {
  mail: 'Sehen Sie in Ihre E-Mails, um diese Wallet zu schützen',
  link: 'Öffnen Sie den Link, den wir Ihnen senden. Danach sendet dieser Dienst nichts aus der Wallet, bevor Sie es in der Freigabe-App freigeben.',
}

/** Entry of this language's file. */
export default function openLanguage(): Language {
  return {
    ...main,
    parts: { calls, held, frame, funding, message, notes, quantity, signing, wallet, welcome },
  }
}
