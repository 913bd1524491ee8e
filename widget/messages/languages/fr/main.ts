import type { MainMessages } from '#widget/messages/en.ts'

/** French, formal. */
export const main: MainMessages = {
  language: 'fr',
  direction: 'ltr',
  separators: { group: '\u202f', decimal: ',' },
  errors: {
    CONFIGURATION:
      'Cette page n’a pas configuré correctement le portefeuille. Veuillez prévenir ses responsables.',
    UNSUPPORTED_BROWSER:
      'Ce navigateur ne peut pas utiliser de clés d’accès sur cette page. Veuillez l’ouvrir dans un navigateur récent.',
    RP_ID_MISMATCH:
      'La clé d’accès appartient à une autre adresse web. Ouvrez la page où vous avez créé le portefeuille.',
    OPERATION_NOT_ALLOWED:
      'Cette page n’a pas le droit de faire cela avec votre portefeuille. Veuillez prévenir ses responsables.',
    SESSION_EXPIRED:
      'Votre session est terminée. Rechargez la page, connectez-vous si elle le demande, et recommencez.',
    OFFLINE: 'Vous êtes hors ligne. Vérifiez votre connexion et réessayez : rien n’est perdu.',
    NETWORK_FAILED:
      'Le service de portefeuille est injoignable. Réessayez dans un instant : rien n’est perdu.',
    UNEXPECTED_ANSWER:
      'Le service de portefeuille a donné une réponse que nous ne comprenons pas : nous avons tout arrêté. Réessayez plus tard.',
    OUTCOME_UNKNOWN:
      'Nous n’avons pas pu voir si cela a été envoyé. Réessayez : rien n’est jamais envoyé deux fois.',
    UNKNOWN: 'Un problème est survenu. Réessayez, ou prévenez les responsables de cette page.',
    PASSKEY_CANCELLED:
      'La demande de clé d’accès a été fermée ou n’a trouvé aucune clé adaptée. Rien n’a été signé. Veuillez réessayer.',
    PASSKEY_TIMEOUT:
      'La demande de clé d’accès n’a pas reçu de réponse à temps. Rien n’a été signé. Veuillez réessayer.',
    PASSKEY_BLOCKED:
      'La page qui contient celle-ci n’autorise pas les clés d’accès. Ouvrez cette page dans son propre onglet.',
    PASSKEY_EXISTS:
      'Cet appareil a déjà une telle clé d’accès. Utilisez-la, ou choisissez un autre appareil.',
    PASSKEY_UNSUITABLE:
      'Cette clé d’accès ne peut pas ouvrir de portefeuille. Essayez un autre appareil ou gestionnaire de mots de passe.',
    PASSKEY_WRONG:
      'C’est la clé d’accès d’un autre portefeuille. Rien n’a été envoyé. Réessayez avec celle de ce portefeuille.',
    ADDRESS_MISMATCH:
      'Le service de portefeuille a indiqué une adresse qui n’est pas celle de votre clé d’accès : nous avons tout arrêté. N’y envoyez rien et prévenez les responsables de cette page.',
    CALL_MISMATCH:
      'Le service de portefeuille a préparé autre chose que ce que vous avez demandé : nous avons tout arrêté. Rien n’a été signé. Veuillez prévenir les responsables de cette page.',
    NO_WALLET: 'Vous n’avez pas encore de portefeuille ici. Créez-en d’abord un.',
    NO_TOKEN: 'Ce portefeuille n’a aucune monnaie qui puisse être envoyée d’ici.',
    INSUFFICIENT_BALANCE: 'Le solde du portefeuille ne couvre pas les frais. Alimentez-le et réessayez.',
    STOPPED_BY_PAGE: 'Cette page a empêché la signature. Rien n’a été envoyé.',
    VALIDATION_FAILED:
      'Le service de portefeuille a refusé un élément que vous avez saisi. Vérifiez-le et réessayez.',
    INVALID_VERIFICATION_CODE:
      'Ce code est faux ou trop ancien. Regardez l’e-mail le plus récent, ou demandez un nouveau code.',
    INVALID_PUBLIC_KEY:
      'Le service de portefeuille ne peut pas utiliser cette clé d’accès. Créez-en une autre.',
    RP_ID_HASH_NOT_REGISTERED:
      'Cette adresse web n’est pas enregistrée pour les portefeuilles. Veuillez prévenir ses responsables.',
    WALLET_ALREADY_DEPLOYED:
      'Cette clé d’accès a déjà un portefeuille, mais pas dans votre compte ici. Recommencez et créez une nouvelle clé d’accès.',
    INSUFFICIENT_FEE_BALANCE: 'Le paiement n’est pas encore arrivé.',
    TRANSACTION_EXPIRED:
      'Le délai est passé : nous en avons fixé un nouveau. Vérifiez encore une fois et confirmez.',
    EXPIRATION_TOO_FAR:
      'Les horloges ne s’accordaient pas : nous avons fixé un nouveau délai. Vérifiez encore une fois et confirmez.',
    INVALID_SIGNATURE:
      'La signature n’a pas été acceptée. Rien n’a été envoyé. Veuillez confirmer encore une fois.',
    FEE_REFUSED: 'Les frais ont changé. Vérifiez les nouveaux et confirmez encore une fois.',
    TRANSACTION_REVERTS:
      'Ce virement échouerait : il n’a donc pas été envoyé. Vérifiez le montant, le destinataire et le solde.',
    RECIPIENT_CANNOT_RECEIVE:
      'Le destinataire est un contrat qui ne peut pas recevoir cela. Rien n’a été envoyé.',
    TOKEN_UNREADABLE: 'Ce jeton est illisible. Vérifiez son adresse.',
    WALLET_NOT_OWNED:
      'Ce portefeuille n’est pas dans votre compte ici. Veuillez prévenir les responsables de cette page.',
    NOT_FOUND:
      'Le service de portefeuille ne propose pas cela. Veuillez prévenir les responsables de cette page.',
    CONFLICT: 'C’est déjà en cours. Attendez un instant et réessayez.',
    RATE_LIMITED: 'C’était trop fréquent. Attendez un instant et réessayez.',
    CHAIN_FAILED: 'La blockchain est injoignable. Réessayez dans un instant : rien n’est perdu.',
    CHAIN_TIMEOUT: 'La blockchain n’a pas répondu à temps. Réessayez : rien n’est jamais envoyé deux fois.',
    UNAVAILABLE:
      'Le service de portefeuille est indisponible pour l’instant. Réessayez dans un instant : rien n’est perdu.',
    ORIGIN_REFUSED:
      'Cette adresse web n’a pas le droit d’utiliser le service de portefeuille. Veuillez prévenir ses responsables.',
    EMAIL_REFUSED: 'Cette session est liée à une autre adresse e-mail. Rechargez la page et recommencez.',
  },
  warnings: {
    'self-transfer': 'Le destinataire est ce portefeuille lui-même.',
    'to-token-contract': 'Le destinataire est le contrat même du jeton. Ce qui y est envoyé est perdu.',
    'to-zero-address': 'Le destinataire n’est personne. Ce qui y est envoyé est perdu.',
    'unknown-token': 'Personne ici ne se porte garant de ce jeton ni de son nom.',
    'suspicious-token-text': 'Le nom du jeton est écrit pour tromper.',
  },
  otherWarning: 'Lisez chaque détail avant de confirmer.',
  states: {
    SUBMITTED: { heading: 'Envoyé', text: 'La blockchain confirme. Cela prend quelques secondes.' },
    CONFIRMED: { heading: 'Confirmé', text: 'Le virement est définitif.' },
  },
  common: {
    cancel: 'Annuler',
    back: 'Retour',
    continue: 'Continuer',
    tryAgain: 'Réessayer',
    startAgain: 'Recommencer',
    copy: 'Copier',
    copied: 'Copié',
    copyWhat: (what) => `Copier : ${what}`,
    loading: 'Chargement…',
    optional: 'facultatif',
    problemHeading: 'Cela n’a pas fonctionné',
    retryIn: (seconds) => `Réessayez dans ${seconds} s.`,
    units: (units) => `${units} plus petites unités`,
    chain: (chainId) => `Chaîne ${chainId}`,
    unnamed: 'Portefeuille',
    noFee: 'Aucuns',
  },
  labels: {
    address: 'Adresse',
    amount: 'Montant',
    calldata: 'Données de l’appel',
    digest: 'Empreinte à signer',
    email: 'E-mail',
    exactAmount: 'Montant en plus petites unités',
    expiration: 'Expire (secondes Unix)',
    fee: 'Frais',
    feeReceiver: 'Frais versés à',
    feeToken: 'Jeton des frais',
    feeUnits: 'Frais en plus petites unités',
    fingerprint: 'Mots de contrôle',
    from: 'De',
    function: 'Fonction',
    name: 'Nom',
    network: 'Réseau',
    reason: 'Raison',
    to: 'À',
    token: 'Jeton',
    transaction: 'Transaction',
    validFor: 'Valable',
  },
  person: {
    heading: 'Créez votre portefeuille',
    lede: (organization) =>
      `${organization} vérifie d’abord votre e-mail. Ensuite, une clé d’accès sur votre appareil ouvre votre portefeuille.`,
    emailInvalid: 'Saisissez une adresse e-mail comme name@example.com.',
    label: 'Nom du portefeuille',
    labelInvalid: (max) => `Utilisez au plus ${max} caractères.`,
    submit: 'Envoyer le code',
  },
  code: {
    heading: 'Saisissez le code',
    lede: (email) => `Nous avons envoyé six chiffres à ${email}. Ils sont valables dix minutes.`,
    label: 'Code reçu par e-mail',
    invalid: 'Le code a six chiffres.',
    submitWithPasskey: 'Créer le portefeuille',
    resend: 'Envoyer un nouveau code',
    resendIn: (seconds) => `Envoyer un nouveau code (${seconds} s)`,
    resent: 'Un nouveau code est en route. Seul le plus récent fonctionne.',
    passkeyKept: 'Votre clé d’accès est conservée.',
    changeEmail: 'Changer d’e-mail',
  },
  passkey: {
    heading: 'Créez votre clé d’accès',
    lede: 'Votre appareil demande votre empreinte, votre visage ou votre code. La clé d’accès est la seule clé du portefeuille : personne d’autre ne la voit jamais.',
    domain: 'Fonctionne sur',
    submit: 'Créer une clé d’accès',
    knownHeading: 'Continuez avec votre clé d’accès',
    knownLede:
      'Vous en avez déjà créé une ici, et elle n’a pas encore de portefeuille. Confirmez-la une fois, et nous continuons.',
    knownSubmit: 'Utiliser ma clé d’accès',
    makeNew: 'Créer plutôt une nouvelle clé d’accès',
    useKnown: 'Utiliser la clé d’accès déjà créée',
  },
  working: {
    address: 'Calcul de l’adresse du portefeuille…',
    wallet: 'Création du portefeuille…',
    prepare: 'Préparation du virement…',
    execute: 'Envoi…',
  },
  created: {
    heading: 'Votre portefeuille est prêt',
    lede: 'Il s’ouvre avec la clé d’accès que vous venez de créer.',
    backup: 'Ajouter une adresse de secours',
  },
  wallet: {
    heading: 'Choisissez un portefeuille',
    lede: 'Depuis quel portefeuille voulez-vous envoyer ?',
  },
  transfer: {
    heading: 'Envoyer',
    change: 'Changer de portefeuille',
    toHint: 'L’adresse du destinataire : 0x et 40 caractères.',
    balance: (amount) => `Solde : ${amount}`,
    all: 'Tout envoyer',
    submit: 'Vérifier',
    problems: {
      toMissing: 'Saisissez l’adresse du destinataire.',
      toNotAddress: 'Ce n’est pas une adresse : il faut 0x et 40 caractères.',
      toChecksum: 'Cette adresse contient une erreur. Copiez-la à nouveau.',
      toZero: 'Cette adresse n’est celle de personne. Saisissez-en une autre.',
      amountMissing: 'Saisissez un montant.',
      amountFormat: 'Saisissez un nombre comme 12,50, sans espace.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Saisissez un nombre entier.'
          : `Utilisez au plus ${decimals} ${decimals === 1 ? 'chiffre' : 'chiffres'} après la virgule.`,
      amountZero: 'Saisissez plus que zéro.',
      amountRange: 'Ce nombre est trop grand.',
      amountBalance: (balance, fee, fixed) =>
        `Le portefeuille contient ${balance}${fee === '' ? '' : `, et les frais sont de ${fee}`}. ${fixed ? 'Alimentez-le et réessayez' : 'Saisissez moins'}.`,
    },
  },
  confirm: {
    heading: 'Vérifiez et confirmez',
    lede: 'Vous envoyez',
    until: (minutes, time) => `${minutes} ${minutes < 2 ? 'minute' : 'minutes'}, jusqu’au ${time}`,
    fingerprintHint: 'Les mêmes mots apparaissent partout où ce virement est montré.',
    details: 'Données exactes',
    unverified: (amount) => `${amount}, si le jeton dit vrai`,
    submit: 'Confirmer avec la clé d’accès',
  },
  progress: {
    noStatus: 'Le service de portefeuille n’indique pas la suite à cette page.',
    lost: 'Pas de connexion au service de portefeuille. Nous continuons d’essayer : rien n’est perdu ni envoyé deux fois.',
    another: 'Envoyer autre chose',
  },
}
