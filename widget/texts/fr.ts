import type { Language, MainMessages, Parts } from './messages.ts'
import { fr as pageErrors } from './page-errors.ts'

/** French, formal. */
const main: MainMessages = {
  language: 'fr',
  direction: 'ltr',
  separators: { group: '\u202f', decimal: ',' },
  errors: {
    CONFIGURATION: pageErrors.CONFIGURATION,
    UNSUPPORTED_BROWSER:
      'Ce navigateur ne peut pas utiliser de clés d’accès sur cette page. Veuillez l’ouvrir dans un navigateur récent.',
    RP_ID_MISMATCH:
      'La clé d’accès appartient à une autre adresse web. Ouvrez la page où vous avez créé le portefeuille.',
    OPERATION_NOT_ALLOWED:
      'Cette page n’a pas le droit de faire cela avec votre portefeuille. Veuillez prévenir ses responsables.',
    SESSION_EXPIRED:
      'Votre session est terminée. Rechargez la page, connectez-vous si elle le demande, et recommencez.',
    OFFLINE: 'Vous êtes hors ligne. Vérifiez votre connexion et réessayez : rien n’est perdu.',
    NETWORK_FAILED: pageErrors.NETWORK_FAILED,
    UNEXPECTED_ANSWER:
      'Le service de portefeuille a donné une réponse que nous ne comprenons pas : nous avons tout arrêté. Réessayez plus tard.',
    OUTCOME_UNKNOWN:
      'Nous n’avons pas pu voir si cela a été envoyé. Réessayez : rien n’est jamais envoyé deux fois.',
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
      'Le service de portefeuille a indiqué une adresse qui n’est pas celle de votre clé d’accès : nous avons tout arrêté. N’y envoyez rien et prévenez les responsables de cette page.',
    CALL_MISMATCH:
      'Le service de portefeuille a préparé autre chose que ce que vous avez demandé : nous avons tout arrêté. Rien n’a été signé. Veuillez prévenir les responsables de cette page.',
    NO_WALLET: 'Vous n’avez pas encore de portefeuille ici. Créez-en d’abord un.',
    NO_TOKEN: 'Ce portefeuille n’a aucun jeton qui puisse être envoyé d’ici.',
    INSUFFICIENT_BALANCE:
      'Le solde du portefeuille ne couvre pas les frais. Ajoutez des jetons et réessayez.',
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
      'Le délai est passé : nous en avons fixé un nouveau. Vérifiez encore une fois et confirmez.',
    EXPIRATION_TOO_FAR:
      'Les horloges ne s’accordaient pas : nous avons fixé un nouveau délai. Vérifiez encore une fois et confirmez.',
    INVALID_SIGNATURE:
      'La signature n’a pas été acceptée. Rien n’a été envoyé. Veuillez confirmer encore une fois.',
    FEE_REFUSED: 'Les frais ont changé. Vérifiez les nouveaux et confirmez encore une fois.',
    TRANSACTION_REVERTS:
      'Ce transfert échouerait : il n’a donc pas été envoyé. Vérifiez le montant, le destinataire et le solde.',
    RECIPIENT_CANNOT_RECEIVE:
      'Le destinataire est un contrat qui ne peut pas recevoir cela. Rien n’a été envoyé.',
    TOKEN_UNREADABLE: 'Ce jeton est illisible ou n’indique pas ses décimales. Vérifiez son adresse.',
    WALLET_NOT_OWNED:
      'Ce portefeuille n’est pas dans votre compte ici. Veuillez prévenir les responsables de cette page.',
    NOT_FOUND:
      'Le service de portefeuille ne propose pas cela. Veuillez prévenir les responsables de cette page.',
    CONFLICT: 'C’est déjà en cours. Attendez un instant et réessayez.',
    RATE_LIMITED: 'Trop de demandes. Attendez un instant et réessayez.',
    CHAIN_FAILED: 'La blockchain est injoignable. Réessayez dans un instant : rien n’est perdu.',
    CHAIN_TIMEOUT: 'La blockchain n’a pas répondu à temps. Réessayez : rien n’est jamais envoyé deux fois.',
    UNAVAILABLE:
      'Le service de portefeuille est indisponible pour l’instant. Réessayez dans un instant : rien n’est perdu.',
    ORIGIN_REFUSED:
      'Cette adresse web n’a pas le droit d’utiliser le service de portefeuille. Veuillez prévenir ses responsables.',
    EMAIL_REFUSED: 'Cette session est liée à une autre adresse e-mail. Rechargez la page et recommencez.',
  },
  warnings: {
    'self-transfer': 'Le destinataire est ce portefeuille lui-même.',
    'to-token-contract': 'Le destinataire est le contrat même du jeton. Ce qui y est envoyé est perdu.',
    'to-zero-address': 'Le destinataire est l’adresse zéro. Ce qui y est envoyé est perdu.',
    'unknown-token': 'Absent de la liste autorisée : son nom peut être faux.',
    'suspicious-token-text': 'Le nom de ce jeton est trompeur.',
  },
  otherWarning: 'Lisez chaque détail avant de confirmer.',
  states: {
    SUBMITTED: { heading: 'Envoyé', text: 'La blockchain confirme. Cela prend quelques secondes.' },
    CONFIRMED: { heading: 'Confirmé', text: 'Le transfert est terminé.' },
  },
  common: {
    cancel: 'Annuler',
    back: 'Retour',
    continue: 'Continuer',
    tryAgain: 'Réessayer',
    startAgain: 'Recommencer',
    copy: 'Copier',
    copied: 'Copié',
    copyWhat: (what) => `Copier : ${what}`,
    loading: 'Chargement…',
    optional: 'facultatif',
    problemHeading: 'Cela n’a pas fonctionné',
    retryIn: (seconds) => `Réessayez dans ${seconds} s.`,
    units: (units) => `${units} unités de base`,
    chain: (chainId) => `Chaîne ${chainId}`,
    unnamed: 'Portefeuille',
    noFee: 'Aucuns',
  },
  labels: {
    address: 'Adresse',
    amount: 'Montant',
    calldata: 'Données de l’appel',
    digest: 'Hachage à signer',
    email: 'E-mail',
    exactAmount: 'Montant en unités de base',
    expiration: 'Expire (secondes Unix)',
    fee: 'Frais',
    feeReceiver: 'Frais versés à',
    feeToken: 'Jeton des frais',
    feeUnits: 'Frais en unités de base',
    fingerprint: 'Mots de contrôle',
    from: 'De',
    function: 'Fonction',
    name: 'Nom',
    network: 'Réseau',
    reason: 'Raison',
    to: 'À',
    token: 'Jeton',
    transaction: 'Transaction',
    validUntil: 'Valable jusqu’à',
  },
  person: {
    heading: 'Créez votre portefeuille',
    lede: (organization) =>
      `${organization} vérifie d’abord votre e-mail. Ensuite, une clé d’accès sur votre appareil devient la clé de votre portefeuille.`,
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
    lede: 'Votre appareil demande votre empreinte, votre visage ou votre code. La clé d’accès est la seule clé du portefeuille.',
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
    prepare: 'Préparation du transfert…',
    execute: 'Envoi…',
  },
  created: {
    heading: 'Votre portefeuille est prêt',
    lede: 'Il s’ouvre avec la clé d’accès que vous venez de créer.',
    single:
      'Cette clé d’accès n’est que sur un appareil. S’il est perdu, seule une adresse de secours permet de récupérer le portefeuille.',
    backup: 'Ajouter une adresse de secours',
  },
  wallet: {
    heading: 'Choisissez un portefeuille',
    lede: 'Depuis quel portefeuille voulez-vous envoyer ?',
  },
  transfer: {
    heading: 'Envoyer des jetons',
    change: 'Changer de portefeuille',
    toHint: 'Adresse du portefeuille (0x…)',
    balance: (amount) => `Solde : ${amount}`,
    all: 'Tout envoyer',
    submit: 'Vérifier',
    problems: {
      toMissing: 'Saisissez l’adresse du destinataire.',
      toNotAddress: 'Ce n’est pas une adresse : il faut 0x et 40 caractères.',
      toChecksum: 'Cette adresse contient une erreur. Copiez-la à nouveau.',
      toZero: 'C’est l’adresse zéro.',
      amountMissing: 'Saisissez un montant.',
      amountFormat: 'Saisissez un nombre comme 12,50, sans espace.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Saisissez un nombre entier.'
          : `Utilisez au plus ${decimals} ${decimals === 1 ? 'chiffre' : 'chiffres'} après la virgule.`,
      amountZero: 'Saisissez plus que zéro.',
      amountRange: 'Ce nombre est trop grand.',
      amountBalance: (balance, fee, fixed) =>
        `Le portefeuille contient ${balance}${fee === '' ? '' : `, et les frais sont de ${fee}`}. ${fixed ? 'Ajoutez des jetons et réessayez' : 'Saisissez moins'}.`,
    },
  },
  confirm: {
    heading: 'Vérifiez et confirmez',
    lede: 'Vous envoyez',
    validFor: (minutes) => `valable ${minutes} ${minutes < 2 ? 'minute' : 'minutes'}`,
    fingerprintHint: 'Les mêmes mots apparaissent partout où ce transfert est affiché.',
    details: 'Données brutes',
    unverified: (amount) => `${amount}, selon le jeton`,
    submit: 'Confirmer avec la clé d’accès',
  },
  progress: {
    noStatus: 'Le service de portefeuille n’indique pas l’état.',
    lost: 'Pas de réponse utilisable du service de portefeuille. Nous continuons d’essayer : rien n’est perdu ni envoyé deux fois.',
    another: 'Envoyer encore',
  },
}

const tokenIds = (count: number) => `${count} ID de ${count < 2 ? 'jeton' : 'jetons'}`

const calls: Parts['calls'] = {
  what: {
    allowance: (amount) => ({ label: 'Vous autorisez à dépenser', main: amount }),
    allowanceWithdrawn: (token) => ({
      label: 'Vous n’autorisez plus à dépenser',
      main: token === '' ? 'Ces jetons' : token,
    }),
    ambiguous: (number) => ({
      label: 'Vous donnez une autorisation pour',
      main: number,
      remark:
        'Un montant en unités de base, ou l’ID de jeton d’un NFT : l’appel ne montre pas lequel des deux.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Vous autorisez à dépenser', main: 'Sans limite' }),
    ambiguousWithdrawn: (number) => ({ label: 'Vous révoquez une autorisation', main: `Numéro ${number}` }),
    item: (quantity) => ({ label: 'Vous envoyez', main: quantity }),
    itemGrant: (quantity) => ({ label: 'Vous autorisez le transfert de', main: quantity }),
    itemWithdrawn: (quantity) => ({ label: 'Vous n’autorisez plus le transfert de', main: quantity }),
    batch: (count) => ({ label: 'Vous envoyez', main: tokenIds(count) }),
    everyItem: (name) => ({
      label: 'Vous autorisez le transfert de',
      main:
        name === ''
          ? 'Tous les jetons de cette collection, maintenant et plus tard'
          : `Tous vos ${name}, maintenant et plus tard`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Vous n’autorisez plus le transfert de',
      main: name === '' ? 'Tous les jetons de cette collection' : `Tous vos ${name}`,
    }),
    unknown: () => ({ label: 'Vous appelez un contrat', main: 'Son effet est inconnu' }),
  },
  labels: {
    amounts: 'Quantité',
    collection: 'Collection',
    contract: 'Contrat',
    everyRow: 'Tous les ID de jetons',
    id: 'ID de jeton',
    nobody: 'Personne',
    operator: 'Opérateur',
    row: 'Ligne',
    spender: 'Bénéficiaire de l’autorisation',
    withdrawnFrom: 'Révoquée pour',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Cela échouerait : rien n’a donc été envoyé. Vérifiez que le portefeuille contient ce qu’il faut, et qui le reçoit.',
    },
    warnings: {
      'ambiguous-token':
        'Les données ne disent pas s’il s’agit d’un montant d’un jeton ou d’un NFT d’une collection. Lisez le nombre comme l’un et l’autre.',
      'operator-grant':
        'L’opérateur pourra transférer tous vos jetons de cette collection, maintenant et plus tard, jusqu’à ce que vous révoquiez l’autorisation.',
      'to-token-contract': 'Le destinataire est le contrat même du jeton. Ce qui y est envoyé est perdu.',
      'unknown-call': 'Cet appel ne peut pas être décodé : son effet est inconnu.',
      'unlimited-allowance':
        'Le bénéficiaire de l’autorisation pourra transférer tout votre solde de ce jeton, maintenant et plus tard, jusqu’à ce que vous la révoquiez.',
      'value-with-call': 'L’appel envoie aussi le jeton natif de la blockchain.',
    },
    states: {
      CONFIRMED: { heading: 'Confirmé', text: 'Exécuté sur la blockchain.' },
      FAILED: {
        heading: 'Échec',
        text: 'Il n’a pas été exécuté et rien n’a changé. Vérifiez ce qu’il faut avant de le préparer à nouveau.',
      },
    },
    working: { prepare: 'Préparation…' },
    confirm: { fingerprintHint: 'Les mêmes mots apparaissent partout où cet appel est affiché.' },
  },
}

const frame: Parts['frame'] = {
  errors: {
    INSECURE_CONTEXT:
      'Les clés d’accès exigent une page chiffrée. Ouvrez cette page par son adresse qui commence par https://.',
    PAGE_HIDDEN:
      'Cette page n’était pas au premier plan : la demande de clé d’accès n’a pas pu s’ouvrir. Cliquez ici et réessayez.',
    PASSKEY_NOT_FOUND:
      'La demande s’est fermée aussitôt : cet appareil n’a peut-être pas de clé d’accès pour ce portefeuille. Rien n’a été signé. Réessayez et choisissez votre téléphone ou un autre appareil. Si une application affiche cette page, ouvrez-la dans votre navigateur.',
    PASSKEY_REFUSED:
      'Le navigateur a refusé aussitôt, sans vous demander. Configurez un verrouillage d’écran, une empreinte ou un code et réessayez, ou utilisez un autre appareil. Si une application affiche cette page, ouvrez-la dans votre navigateur.',
    PASSKEY_NO_ANSWER:
      'Votre gestionnaire de mots de passe a pris la demande et n’a pas répondu. Désactivez-le pour cette page, ou choisissez-en un autre, et réessayez.',
    PASSKEY_BUSY: 'Une autre demande de clé d’accès est ouverte. Terminez-la ou fermez-la, et réessayez.',
    PASSKEY_DEVICE_FAILED:
      'L’appareil n’a pas pu répondre. Déverrouillez-le, connectez-vous à son gestionnaire de mots de passe et réessayez, ou utilisez un autre appareil.',
    PASSKEY_BROWSER_FAILED:
      'Le navigateur n’a pas pu ouvrir de demande de clé d’accès. Mettez-le à jour, désactivez les extensions de mots de passe, ou utilisez un autre navigateur.',
    PASSKEY_CLICK_NEEDED:
      'Le navigateur exige un clic de plus avant d’ouvrir une demande de clé d’accès. Appuyez de nouveau sur le bouton.',
    PASSKEY_UNVERIFIED:
      'L’appareil n’a pas vérifié que c’est bien vous. Configurez-y une empreinte, un visage ou un code, ou utilisez un autre appareil.',
    PASSKEY_KEY_TYPE:
      'Cet appareil crée un autre type de clé d’accès que celui qu’il faut aux portefeuilles. Utilisez un autre appareil ou gestionnaire de mots de passe.',
    POLICY_REFUSED:
      'Les règles de ce portefeuille ne le permettent pas : rien n’a donc été envoyé. Modifiez-le, ou demandez aux responsables de cette page.',
    CO_SIGNATURE_MISSING:
      'Le cosignataire de ce portefeuille doit aussi signer et ce service ne peut pas le lui demander : rien n’a été envoyé. Contactez les responsables de cette page.',
    CO_SIGNER_NOT_READY:
      'Le cosignataire de ce portefeuille n’est pas encore prêt : rien n’a été envoyé. Réessayez dans un instant.',
    CLOCK_WRONG:
      'L’horloge de cet appareil est fausse : le délai a donc été refusé. Réglez-la sur automatique, vérifiez encore une fois et confirmez.',
    RP_ID_MISMATCH:
      'La clé d’accès appartient à une autre adresse web que cette page. Ouvrez la page où vous l’avez créée.',
    PASSKEY_BLOCKED:
      'La page qui contient celle-ci n’autorise pas les clés d’accès ici. Continuez dans une fenêtre à part.',
  },
  copyDetails: 'les détails pour l’assistance',
  covered:
    'Quelque chose recouvre ce portefeuille, ou il n’est pas entièrement visible. Rien ne peut être confirmé ainsi.',
  openWindow: 'Ouvrir dans une fenêtre',
  windowOpen: 'Continuez dans la fenêtre qui s’est ouverte.',
  windowBlocked:
    'Le navigateur n’a pas ouvert la fenêtre. Autorisez les fenêtres pop-up pour cette page, et appuyez encore une fois.',
  createHeading: 'Créez la clé d’accès ici',
  createLede: 'La page d’où vous venez ne peut pas le faire elle-même. Cette fenêtre se ferme ensuite.',
  createSubmit: 'Créer une clé d’accès',
  notCreated:
    'Aucune clé d’accès n’a été créée : la demande a été fermée, ou l’appareil n’a plus de place. Réessayez, ou utilisez un autre appareil.',
}

const funding: Parts['funding'] = {
  heading: 'Ajoutez des jetons',
  lede: 'Ce portefeuille paie lui-même ses frais : il lui faut d’abord un petit solde.',
  missing: 'Envoyez au moins',
  address: 'à cette adresse',
  watching: 'En attente. Nous continuons automatiquement dès que le paiement arrive.',
  stalled: 'Le solde n’a pas pu être lu. Nous continuons d’essayer.',
  arrived: 'Reçu jusqu’ici',
}

const held: Parts['held'] = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'En attente de votre approbation',
      text: 'Approuvez ou refusez dans votre application d’approbation. Le service de portefeuille n’envoie rien avant cela.',
    },
    APPROVED: { heading: 'Approuvé', text: 'L’envoi vers la blockchain est en cours.' },
    FAILED: {
      heading: 'Le transfert a échoué',
      text: 'Il n’a pas été exécuté et les jetons sont toujours dans votre portefeuille. Vérifiez le solde avant de le préparer à nouveau.',
    },
    REJECTED: {
      heading: 'Refusé',
      text: 'Il a été refusé dans votre application d’approbation. Le service de portefeuille n’a rien envoyé. Si c’était une erreur, préparez-le à nouveau.',
    },
    EXPIRED: {
      heading: 'Expiré',
      text: 'Il n’a pas été approuvé à temps. Le service de portefeuille n’a rien envoyé. Préparez-le à nouveau pour obtenir un nouveau nombre.',
    },
    CANCELLED: { heading: 'Annulé', text: 'Il n’a pas été exécuté.' },
  },
  unseen: {
    heading: 'État inconnu',
    text: 'Le service de portefeuille ne répond pas depuis cinq minutes. C’est peut-être déjà confirmé : vérifiez à nouveau avant d’envoyer autre chose.',
  },
  overdue: 'Le délai pour l’approuver est passé.',
  again: 'Préparer à nouveau',
  cancel: 'Annuler ce paiement',
  unsure:
    'Vous l’avez signé, et c’est peut-être en route. Réessayez : la même signature est envoyée, et elle ne compte qu’une fois. Ne payez pas à nouveau avant cela.',
  executable: (time) =>
    `Cela n’a pas abouti, mais jusqu’au ${time} c’est encore possible : si vous réessayez ici, ou si quelqu’un d’autre envoie votre signature. Ne payez pas à nouveau avant cela.`,
  number: (number) => `Choisissez ${number}`,
  pick: 'Choisissez ce nombre dans votre application d’approbation pour approuver. Le service de portefeuille n’envoie rien avant cela.',
  other: {
    heading: 'En attente d’un administrateur',
    text: 'Donnez-lui ce nombre pour approuver. Le service de portefeuille n’envoie rien avant cela.',
  },
  timeLeft: (time) => `Temps restant : ${time}`,
  open: 'Ouvrir l’application d’approbation',
  mailed: (email) => `Nous avons envoyé un lien à ${email ?? 'votre e-mail'}.`,
  reported:
    'Vous l’avez signalé. Le service de portefeuille n’a rien envoyé, et l’organisation a été prévenue.',
  cancelling: {
    what: 'Par cette signature, vous annulez ce qui suit. Cela ne pourra plus être exécuté.',
    refused:
      'L’annulation n’a pas abouti. Le paiement vient peut-être d’être exécuté : nous continuons de vérifier.',
    tooLate: 'L’annulation n’a pas abouti à temps : le paiement a été effectué.',
  },
}

const message: Parts['message'] = {
  heading: {
    text: 'Signer un message',
    'sign-in': 'Se connecter',
    permission: 'Signer une autorisation',
    payment: 'Signer un paiement',
    cancellation: 'Annuler un paiement signé',
    data: 'Signer des données',
  },
  lede: (origin: string) => `${origin} demande votre signature. Rien n’est envoyé à la blockchain.`,
  by: 'Signé par',
  which: 'Avec quel portefeuille voulez-vous signer ?',
  otherCoSigner:
    'Le serveur indique un autre cosignataire que celui que ce navigateur connaît. Si vous ne l’avez pas changé vous-même, ne signez pas.',
  removedCoSigner:
    'Vous avez commencé le retrait du cosignataire. Le serveur dit qu’il est terminé. Ce n’est pas le cas si le cosignataire s’y est opposé : alors ne signez pas.',
  hash: 'Hachage du message',
  validFrom: 'Valable à partir de',
  validUntil: 'Valable jusqu’à',
  noEnd: 'Sans fin',
  warnings: {
    site: (site: string, origin: string) =>
      `Cela vous connecte à ${site}, mais c’est ${origin} qui le demande. Qui obtient la signature peut y utiliser votre compte.`,
    uri: (address: string, origin: string) =>
      `Cela vaut pour l’adresse ${address}, qui n’est pas de ${origin}.`,
    account: 'Cette connexion indique un autre compte que votre portefeuille.',
    chain: 'Cette connexion est pour un autre réseau que celui de votre portefeuille.',
    expired: 'Cette connexion a expiré.',
    early: 'Cette connexion n’est pas encore valide.',
    malformed:
      'Cela ressemble à une connexion mais n’en a pas la forme. Ses parties peuvent signifier autre chose.',
    hidden: 'Le texte contient des caractères invisibles. Ils sont affichés par leurs codes.',
    foreign:
      'Il s’agit de l’argent d’un autre compte, pas de votre portefeuille. Votre signature n’y vaut rien, ou c’est un piège.',
    gives:
      'Avec cette seule signature, d’autres peuvent prendre ce qui est indiqué ici. Rien d’autre n’est demandé avant.',
    unread:
      'On ne sait pas ce que permet cette signature. Elle peut céder tout ce que contient ce portefeuille. Lisez chaque ligne.',
  },
  understood: 'Je l’ai lu et je veux le signer quand même',
  refused: {
    held: 'Vous approuvez ce que fait ce portefeuille dans votre application d’approbation, et une signature contournerait cela. Rien n’a été signé. Demandez à cette page d’envoyer l’autorisation comme transaction.',
    declined:
      'La demande a été refusée dans l’application d’approbation. Cette page n’a pas reçu la signature.',
    expired: 'La demande n’a pas été approuvée à temps. Cette page n’a pas reçu la signature.',
    coSigner: 'Ce portefeuille a un cosignataire qui n’a pas signé. La page n’a pas reçu de signature.',
    unsafe:
      'Cette page demande de signer ce qui pourrait être une transaction. Rien n’a été signé. Veuillez prévenir ses responsables.',
  },
  signedHeading: 'Signé',
  signed: 'La page a votre signature. Rien n’a été envoyé à la blockchain.',
}

const notes: Parts['notes'] = {
  balance: (before, after) => `Solde : ${before}. Ensuite : ${after}.`,
  source: 'Indiqué par le serveur.',
  payee: (address, name) => `L’organisation appelle ${address} « ${name} ».`,
  feeLarge: 'Les frais dépassent ce que vous envoyez.',
  first: (address, whole) =>
    whole
      ? `Ce portefeuille n’a jamais eu affaire à ${address}. Comparez l’adresse caractère par caractère.`
      : `Ce portefeuille n’a pas eu affaire récemment à ${address}. Comparez l’adresse caractère par caractère.`,
  unfinished: (address, until) =>
    `Un paiement précédent à ${address} peut encore être exécuté jusqu’au ${until}. Si vous confirmez aussi celui-ci, vous paierez peut-être deux fois.`,
  unchecked: (address) =>
    `Impossible de vérifier si ${address} imite une autre adresse. Comparez l’adresse chiffre par chiffre.`,
  imitates: {
    wallet: (address) =>
      `${address} commence et finit comme l’adresse de ce portefeuille, mais en est une autre.`,
    known: (address, original) =>
      `${address} commence et finit comme ${original}, à laquelle ce portefeuille a eu affaire, mais en est une autre. La personne qui l’a créée veut que vous les confondiez.`,
    token: (address, original) =>
      `${address} commence et finit comme ${original}, le contrat d’un jeton, mais en est une autre. La personne qui l’a créée veut que vous les confondiez.`,
    named: (address, name) =>
      `${address} commence et finit comme « ${name} », que l’organisation connaît, mais en est une autre. La personne qui l’a créée veut que vous les confondiez.`,
  },
  simulation: {
    differs:
      'Une simulation sur la blockchain diffère de ce qui est affiché ici. Ne confirmez que si vous savez pourquoi.',
    balance: 'Solde de',
    approval: 'Autorisation pour',
    read: 'Affiché ici',
    simulated: 'Dans la simulation',
    nothing: 'Aucun changement',
    everything: 'Tous les jetons',
    understood: 'Je sais pourquoi elle diffère',
    missing: 'Impossible de simuler ceci sur la blockchain. Seuls ses octets ont été lus.',
    checking: 'Vérification en cours…',
    fails: 'Cette transaction échouera si elle est envoyée maintenant.',
    notHeld: 'Le portefeuille ne détient pas assez d’un jeton qu’il envoie.',
    itemNotHeld: (tokenId) => `Le portefeuille ne détient pas le jeton d’ID ${tokenId}, ou pas assez.`,
    blocked: (name) => `La règle « ${name} » l’interdit.`,
    unsignable: 'Impossible de le signer.',
    again: 'Vérifier à nouveau',
    orgApproval: (name) =>
      `Après votre signature, l’approbation de l’organisation est nécessaire (règle « ${name} »).`,
    ownApproval: 'Après votre signature, vous donnez votre approbation dans l’application d’approbation.',
  },
}

const quantity: Parts['quantity'] = {
  unlimited: (token) => (token === '' ? 'Sans limite' : `${token} sans limite`),
}

const signing: Parts['signing'] = {
  what: {
    coins: (amount) => ({ label: 'Vous envoyez', main: amount }),
    moved: (amount) => ({ label: 'Vous transférez depuis un autre compte', main: amount }),
    moreAllowance: (amount) => ({ label: 'Vous autorisez à dépenser plus', main: amount }),
    several: (count) => ({
      label: 'Vous signez une fois pour',
      main: count < 2 ? `${count} appel` : `${count} appels`,
      remark: 'Ils sont faits dans cet ordre : tous, ou aucun.',
    }),
    backup: () => ({ label: 'Vous modifiez ce portefeuille', main: 'Il reçoit cette adresse de secours' }),
    backupRemoved: () => ({
      label: 'Vous modifiez ce portefeuille',
      main: 'Il n’a plus d’adresse de secours',
    }),
    recoveryCancelled: () => ({
      label: 'Vous modifiez ce portefeuille',
      main: 'La récupération est annulée',
    }),
    callCancelled: () => ({ label: 'Vous annulez', main: 'Un appel que vous avez signé' }),
    coSigner: () => ({ label: 'Vous modifiez ce portefeuille', main: 'Il reçoit ce cosignataire' }),
    coSignerRemoved: () => ({ label: 'Vous modifiez ce portefeuille', main: 'Il n’a plus de cosignataire' }),
    coSignerRemovalStarted: () => ({
      label: 'Vous modifiez ce portefeuille',
      main: 'Le retrait de son cosignataire commence',
    }),
    coSignerKept: () => ({ label: 'Vous modifiez ce portefeuille', main: 'Il garde son cosignataire' }),
    deviceAdded: () => ({ label: 'Vous modifiez ce portefeuille', main: 'Il reçoit cet appareil' }),
    deviceRemoved: () => ({ label: 'Vous modifiez ce portefeuille', main: 'Il perd cet appareil' }),
    objected: () => ({ label: 'Vous vous opposez', main: 'Au retrait d’un cosignataire' }),
    registered: (said, owner) => ({
      label: `${owner} dit dans le registre public`,
      main: said,
      remark:
        'L’organisation fait confiance à ces mots ; ils n’ont pas été vérifiés ici. Les adresses et les nombres sont lus dans l’appel lui-même.',
    }),
    formatted: (said) => ({
      label: 'Cette page dit',
      main: said,
      remark:
        'Ce sont les mots de la page, et ils n’ont pas été vérifiés. Les adresses et les nombres sont lus dans l’appel lui-même.',
    }),
  },
  labels: {
    backup: 'Adresse de secours',
    coSigner: 'Cosignataire',
    data: 'Données',
    extraData: 'Données supplémentaires',
    holder: 'Pris à',
    key: 'Clé publique',
    length: 'Longueur',
    selector: 'Fonction',
    value: 'Envoyé en plus',
  },
  callNumber: (number, count) => `Appel ${number} sur ${count}`,
  bytes: (count) => (count < 2 ? `${count} octet` : `${count} octets`),
  warnings: {
    'allowance-over-balance':
      'C’est plus que ce que contient votre portefeuille : ce qui arrivera plus tard pourra aussi être pris.',
    'from-other-account':
      'Ce qui est déplacé appartient à un autre compte, qui a autorisé votre portefeuille à le déplacer.',
    'adds-key': 'La clé d’accès ajoutée pourra tout signer pour ce portefeuille.',
    'objects-to-removal':
      'Le propriétaire de l’autre portefeuille devra attendre 30 jours, et non 3, avant le retrait du cosignataire.',
    'removes-co-signer': 'La clé d’accès seule pourra alors déplacer tout ce que contient ce portefeuille.',
    'removes-key': 'La clé d’accès retirée ne pourra plus signer pour ce portefeuille.',
    'sets-co-signer':
      'Si cette adresse est fausse, le portefeuille sera inutilisable pendant trois jours : chaque transaction exigera aussi sa signature.',
    'starts-co-signer-removal':
      'Dans trois jours, la clé d’accès seule pourra déplacer tout ce que contient ce portefeuille.',
    'removes-backup':
      'Le portefeuille n’aura plus d’adresse de secours. Si la clé d’accès est perdue, le portefeuille ne pourra pas être récupéré.',
    'sets-backup':
      'Qui contrôle l’adresse de secours pourra prendre le contrôle du portefeuille après un délai.',
  },
  unread: {
    heading: 'Cette page demande quelque chose d’illisible',
    lede: 'Cet appel ne peut pas être décodé. Il peut céder tout ce que contient ce portefeuille.',
    understood: 'Je comprends que je ne peux pas voir ce que cela fait',
    missing: 'Cochez la case, ou annulez.',
    submit: 'Continuer',
  },
}

const wallet: Parts['wallet'] = {
  labels: {
    activeFrom: 'Activation possible',
    backup: 'Adresse de secours',
    callData: 'Données de l’appel',
    contract: 'À (votre portefeuille)',
    network: 'Réseau',
    sender: 'De (adresse de secours)',
    value: 'Valeur',
    wallet: 'Portefeuille',
  },
  timeLeft: (days, time) =>
    days === 0
      ? `Temps restant : ${time}`
      : `Temps restant : ${days} ${days === 1 ? 'jour' : 'jours'} ${time}`,
  network: (chainId) => `Chaîne ${chainId}`,
  changeWallet: 'Autre portefeuille',
  login: {
    heading: 'Ouvrez votre portefeuille',
    lede: (organization) =>
      `Utilisez la clé d’accès de votre portefeuille ${organization}. Rien n’est signé ni envoyé.`,
    submit: 'Utiliser ma clé d’accès',
    working: 'Recherche de votre portefeuille…',
    doneHeading: 'Voici votre portefeuille',
    done: 'Votre clé d’accès l’ouvre sur cet appareil.',
    singleWithBackup:
      'Cette clé d’accès n’est que sur un appareil. Votre adresse de secours permet de récupérer le portefeuille.',
    unchecked:
      'Ce n’est pas la première clé d’accès du portefeuille : l’adresse ne peut donc pas en être calculée. Avant de recevoir de l’argent, comparez-la à celle que vous avez notée.',
    missedHeading: 'Cette clé d’accès n’ouvre aucun de vos portefeuilles',
    missed: {
      unknown:
        'Elle appartient peut-être à un autre compte ou à un autre site. Essayez une autre clé d’accès, ou connectez-vous avec un autre compte.',
      'other-chain':
        'Elle a été créée pour un portefeuille sur un autre réseau. Essayez une autre clé d’accès.',
      replaced:
        'Elle a été retirée du portefeuille, ou une récupération l’a remplacée. Utilisez une autre clé d’accès.',
    },
    again: 'Essayer une autre clé d’accès',
    forget: 'Retirer cette clé d’accès de mon appareil',
    forgetHint:
      'Seulement si vous êtes sûr qu’elle n’ouvre rien : un portefeuille ailleurs, que seule cette clé ouvre, serait perdu.',
    forgetSure: 'Oui, la retirer',
  },
  receive: {
    heading: 'Recevoir',
    lede: 'Donnez cette adresse à la personne qui vous paie.',
    qr: 'Code QR de votre adresse',
    accepted: 'Acceptés ici',
    otherwise: (chain) =>
      `N’envoyez que sur ce réseau (chaîne ${chain}). Ce qui est envoyé sur un autre réseau n’arrive pas ici.`,
    received: (amount) => `Reçu : ${amount}`,
    watching: 'Les jetons reçus s’affichent ici automatiquement.',
    stalled: 'Le solde n’a pas pu être lu. Nous continuons d’essayer.',
    blind: 'Ce service n’indique pas les soldes : les jetons reçus ne s’affichent donc pas ici.',
    balance: (amount) => `vous avez ${amount}`,
  },
  backup: {
    heading: 'Adresse de secours',
    lede: 'Si vous perdez votre clé d’accès, cette adresse peut en donner une nouvelle au portefeuille. Cela prend trois jours, et jusque-là votre clé d’accès peut la refuser.',
    hint: 'Une adresse dont la clé est en sûreté et pas sur cet appareil : un portefeuille matériel, ou une personne de confiance.',
    present: 'Vous avez une adresse de secours. Vous pouvez la remplacer.',
    none: 'Vous n’avez pas d’adresse de secours. Si votre clé d’accès est perdue, le portefeuille l’est aussi.',
    unknown: 'Ce service n’indique pas l’adresse de secours.',
    label: 'Nouvelle adresse de secours',
    submit: 'Vérifier et signer',
    remove: 'Retirer l’adresse de secours',
    later: 'Plus tard',
    pendingHeading: 'Une nouvelle clé d’accès est proposée',
    pending: (time) =>
      `L’adresse de secours veut donner une nouvelle clé d’accès à votre portefeuille. Elle pourra être activée à partir du ${time}. Si ce n’était pas vous, refusez-la maintenant.`,
    refuse: 'Refuser la nouvelle clé d’accès',
    problems: {
      missing: 'Saisissez une adresse.',
      notAddress: 'Ce n’est pas une adresse qui peut avoir une clé : il faut 0x et 40 caractères.',
      checksum: 'Cette adresse contient une erreur. Copiez-la à nouveau.',
      self: 'C’est l’un de vos portefeuilles, que les mêmes clés d’accès ouvrent. Utilisez une autre adresse.',
      token: 'C’est le contrat d’un jeton, qui ne peut rien signer. Utilisez une autre adresse.',
      same: 'C’est déjà votre adresse de secours.',
      coSigner:
        'C’est l’adresse de votre cosignataire ou de votre clé d’approbation. Utilisez une autre adresse.',
      imitation:
        'Cette adresse ressemble à l’une des vôtres, mais en est une autre. Copiez-la à nouveau depuis l’endroit où vous la connaissez.',
    },
    what: {
      set: 'Vous définissez une adresse de secours',
      remove: 'Vous retirez l’adresse de secours',
      removed: 'Le portefeuille ne peut pas être récupéré',
      refuse: 'Vous refusez la clé d’accès proposée',
      refused: 'Votre clé d’accès reste',
      unknown: 'Vous appelez un contrat',
      unknownMain: 'Son effet est inconnu',
    },
    warnings: {
      'sets-backup':
        'Qui détient la clé de cette adresse pourra prendre le contrôle de votre portefeuille après trois jours, si vous ne refusez pas à temps.',
      'removes-backup': 'Sans adresse de secours, une clé d’accès perdue est un portefeuille perdu.',
      'unknown-call': 'Cet appel ne peut pas être décodé : son effet est inconnu.',
    },
    confirmed: { heading: 'C’est fait', text: 'C’est confirmé sur la blockchain.' },
    failed: { heading: 'Échec', text: 'Il n’a pas été exécuté et rien n’a changé.' },
    preparing: 'Préparation…',
    another: 'Afficher l’adresse de secours',
  },
  recover: {
    heading: 'Récupérez votre portefeuille',
    lede: 'Pour le cas où sa clé d’accès est perdue. Vous en créez une nouvelle maintenant. Votre adresse de secours la propose, et trois jours plus tard elle ouvre le portefeuille.',
    submit: 'Créer la nouvelle clé d’accès',
    domain: 'Fonctionne sur',
    proposalHeading: 'Proposez la nouvelle clé d’accès',
    proposal:
      'Envoyez cet appel depuis votre adresse de secours, avec n’importe quelle application de portefeuille. Nous verrons quand il arrive.',
    other:
      'L’adresse de secours a proposé une autre clé d’accès que celle-ci. Envoyez cet appel pour proposer celle-ci à la place ; les trois jours recommencent.',
    qr: 'Code QR de l’appel, pour les applications de portefeuille qui le lisent',
    watching: 'En attente. Vous pouvez partir et revenir : votre nouvelle clé d’accès est conservée.',
    stalled: 'Le portefeuille n’a pas pu être lu. Nous continuons d’essayer.',
    waitingHeading: 'En attente',
    waiting:
      'La nouvelle clé d’accès est proposée. Elle pourra être activée une fois le délai passé. D’ici là, l’ancienne peut la refuser.',
    waitingElsewhere:
      'Une nouvelle clé d’accès est proposée, mais elle n’a pas été créée dans ce navigateur. Si vous ne l’avez pas demandée, refusez-la avec votre clé d’accès actuelle.',
    activateHeading: 'Activez la nouvelle clé d’accès',
    activateText:
      'Les trois jours sont passés. À partir de maintenant, la nouvelle clé d’accès ouvre le portefeuille, et l’ancienne ne l’ouvre plus.',
    activate: 'Activer',
    working: 'Activation de la nouvelle clé d’accès…',
    noBackupHeading: 'Ce portefeuille n’a pas d’adresse de secours',
    noBackup:
      'Seule sa clé d’accès l’ouvre. Cherchez-la sur vos autres appareils, dans votre gestionnaire de mots de passe ou sur votre clé de sécurité.',
    doneHeading: 'Votre portefeuille est récupéré',
    done: 'Il s’ouvre avec votre nouvelle clé d’accès. L’ancienne ne l’ouvre plus.',
    doneElsewhere: 'Il s’ouvre avec la nouvelle clé d’accès, sur l’appareil où elle a été créée.',
  },
}

const welcome: Parts['welcome'] = {
  mail: 'Consultez vos e-mails pour protéger ce portefeuille',
  link: 'Ouvrez le lien que nous vous envoyons. Ensuite, ce service n’envoie rien depuis le portefeuille sans votre accord dans l’application d’approbation.',
}

/** Entry of this language's file. */
export default function openLanguage(): Language {
  return {
    ...main,
    parts: { calls, held, frame, funding, message, notes, quantity, signing, wallet, welcome },
  }
}
