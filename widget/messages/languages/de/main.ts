import type { MainMessages } from '#widget/messages/en.ts'

/** German, formal. */
export const main: MainMessages = {
  language: 'de',
  direction: 'ltr',
  separators: { group: '.', decimal: ',' },
  errors: {
    CONFIGURATION:
      'Diese Seite hat die Wallet nicht richtig eingerichtet. Bitte sagen Sie dem Betreiber Bescheid.',
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
    NETWORK_FAILED:
      'Der Wallet-Dienst ist nicht erreichbar. Versuchen Sie es gleich noch einmal: Nichts ist verloren.',
    UNEXPECTED_ANSWER:
      'Der Wallet-Dienst hat etwas geantwortet, das wir nicht verstehen. Deshalb haben wir abgebrochen. Versuchen Sie es später noch einmal.',
    OUTCOME_UNKNOWN:
      'Wir konnten nicht sehen, ob es gesendet wurde. Versuchen Sie es noch einmal: Nichts wird je doppelt gesendet.',
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
    NO_TOKEN: 'Diese Wallet hat keinen Coin, der sich von hier senden lässt.',
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
      'Die Uhren gingen verschieden, deshalb haben wir die Frist neu gesetzt. Prüfen Sie alles noch einmal und bestätigen Sie.',
    INVALID_SIGNATURE:
      'Die Signatur wurde nicht angenommen. Nichts wurde gesendet. Bitte bestätigen Sie noch einmal.',
    FEE_REFUSED: 'Die Gebühr hat sich geändert. Prüfen Sie die neue und bestätigen Sie noch einmal.',
    TRANSACTION_REVERTS:
      'Diese Überweisung würde scheitern, deshalb wurde sie nicht gesendet. Prüfen Sie Betrag, Empfänger und Guthaben.',
    RECIPIENT_CANNOT_RECEIVE:
      'Der Empfänger ist ein Vertrag, der das nicht annehmen kann. Nichts wurde gesendet.',
    TOKEN_UNREADABLE: 'Dieser Token lässt sich nicht lesen. Prüfen Sie seine Adresse.',
    WALLET_NOT_OWNED:
      'Diese Wallet ist nicht in Ihrem Konto hier. Bitte sagen Sie dem Betreiber dieser Seite Bescheid.',
    NOT_FOUND: 'Der Wallet-Dienst bietet das nicht an. Bitte sagen Sie dem Betreiber dieser Seite Bescheid.',
    CONFLICT: 'Das geschieht gerade schon. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    RATE_LIMITED: 'Das war zu oft. Warten Sie einen Moment und versuchen Sie es noch einmal.',
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
    'to-token-contract': 'Der Empfänger ist der Vertrag des Tokens. Coins, die dorthin gehen, sind verloren.',
    'to-zero-address': 'Der Empfänger ist niemand. Coins, die dorthin gehen, sind verloren.',
    'unknown-token': 'Niemand hier bürgt für diesen Token oder seinen Namen.',
    'suspicious-token-text': 'Der Name dieses Tokens täuscht.',
  },
  otherWarning: 'Lesen Sie jede Angabe, bevor Sie bestätigen.',
  states: {
    SUBMITTED: { heading: 'Gesendet', text: 'Die Blockchain bestätigt es. Das dauert wenige Sekunden.' },
    CONFIRMED: { heading: 'Bestätigt', text: 'Die Überweisung ist endgültig.' },
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
    optional: 'freiwillig',
    problemHeading: 'Das hat nicht geklappt',
    retryIn: (seconds) => `Versuchen Sie es in ${seconds} s noch einmal.`,
    units: (units) => `${units} kleinste Einheiten`,
    chain: (chainId) => `Chain ${chainId}`,
    unnamed: 'Wallet',
    noFee: 'Keine',
  },
  labels: {
    address: 'Adresse',
    amount: 'Betrag',
    calldata: 'Aufrufdaten',
    digest: 'Zu signierender Hash',
    email: 'E-Mail',
    exactAmount: 'Betrag in kleinsten Einheiten',
    expiration: 'Läuft ab (Unix-Sekunden)',
    fee: 'Gebühr',
    feeReceiver: 'Gebühr geht an',
    feeToken: 'Token der Gebühr',
    feeUnits: 'Gebühr in kleinsten Einheiten',
    fingerprint: 'Prüfwörter',
    from: 'Von',
    function: 'Funktion',
    name: 'Name',
    network: 'Netzwerk',
    reason: 'Grund',
    to: 'An',
    token: 'Token',
    transaction: 'Transaktion',
    validFor: 'Gültig für',
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
    lede: 'Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN. Der Passkey ist der einzige Schlüssel zur Wallet: Niemand sonst bekommt ihn je zu sehen.',
    domain: 'Gilt auf',
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
    backup: 'Backup-Adresse hinzufügen',
  },
  wallet: {
    heading: 'Wallet wählen',
    lede: 'Von welcher Wallet möchten Sie senden?',
  },
  transfer: {
    heading: 'Coins senden',
    change: 'Andere Wallet',
    toHint: 'Die Adresse des Empfängers: 0x und 40 Zeichen.',
    balance: (amount) => `Guthaben: ${amount}`,
    all: 'Alles senden',
    submit: 'Weiter zur Prüfung',
    problems: {
      toMissing: 'Geben Sie die Adresse des Empfängers ein.',
      toNotAddress: 'Das ist keine Adresse: Sie muss aus 0x und 40 Zeichen bestehen.',
      toChecksum: 'In dieser Adresse ist ein Fehler. Kopieren Sie sie noch einmal.',
      toZero: 'Diese Adresse ist niemand. Geben Sie eine andere ein.',
      amountMissing: 'Geben Sie einen Betrag ein.',
      amountFormat: 'Geben Sie eine Zahl wie 12,50 ein, ohne Tausenderpunkte.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Geben Sie eine ganze Zahl ein.'
          : decimals === 1
            ? 'Verwenden Sie höchstens eine Stelle nach dem Komma.'
            : `Verwenden Sie höchstens ${decimals} Stellen nach dem Komma.`,
      amountZero: 'Geben Sie mehr als null ein.',
      amountRange: 'Diese Zahl ist zu groß.',
      amountBalance: (balance, fee, fixed) =>
        `Die Wallet hält ${balance}${fee === '' ? '' : `, und die Gebühr braucht ${fee}`}. ${fixed ? 'Laden Sie sie auf und versuchen Sie es noch einmal' : 'Geben Sie weniger ein'}.`,
    },
  },
  confirm: {
    heading: 'Prüfen und bestätigen',
    lede: 'Sie senden',
    until: (minutes, time) => `${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}, bis ${time}`,
    fingerprintHint: 'Dieselben Wörter stehen überall, wo diese Überweisung gezeigt wird.',
    details: 'Genaue Daten',
    unverified: (amount) => `${amount}, wenn der Token die Wahrheit sagt`,
    submit: 'Mit Passkey bestätigen',
  },
  progress: {
    noStatus: 'Der Wallet-Dienst teilt dieser Seite nicht mit, wie es weitergeht.',
    lost: 'Keine Verbindung zum Wallet-Dienst. Wir versuchen es von selbst weiter: Nichts geht verloren oder wird doppelt gesendet.',
    another: 'Mehr senden',
  },
}
