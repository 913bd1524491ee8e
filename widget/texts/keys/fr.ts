import type { KeysTexts } from './en.ts'

const keys: KeysTexts = {
  labels: {
    backup: 'Adresse de secours',
    contract: 'À (votre portefeuille)',
    coSigner: 'Cosignataire',
    device: 'Appareil',
    domain: 'Fonctionne sur',
    key: 'Clé publique',
    lastUse: 'Dernière utilisation',
    neverUsed: 'Pas encore utilisée dans ce service',
    wallet: 'Portefeuille',
    words: 'Mots de vérification',
  },
  changeWallet: 'Un autre portefeuille',
  later: 'Pas maintenant',
  another: 'Continuer',
  preparing: 'Préparation…',
  confirmed: {
    heading: 'Terminé',
    text: 'C’est confirmé sur la blockchain.',
  },
  failed: {
    heading: 'Échec',
    text: 'Rien n’a été exécuté et rien n’a changé.',
  },

  protect: {
    heading: {
      none: 'Ce portefeuille n’est pas protégé',
      service: 'Protéger ce portefeuille',
      chain: 'Ce portefeuille est protégé sur la blockchain',
      unknown: 'Protection',
    },
    lede: {
      none: 'Votre clé d’accès seule peut tout déplacer. Configurez d’abord l’application d’approbation, puis revenez ici.',
      service:
        'Ce service vous demande votre accord avant tout envoi. Mais quiconque détient une signature de votre clé d’accès peut l’envoyer sans ce service. Un cosignataire sur la blockchain l’empêche.',
      chain: 'Votre clé d’accès seule ne déplace rien : ce cosignataire doit signer aussi.',
      unknown: 'Ce service n’indique pas si le portefeuille est protégé.',
    },
    first: {
      heading: 'Protéger d’abord ce portefeuille',
      note: 'Vous signez maintenant la protection. La première transaction de ce portefeuille suit.',
      skip: 'Continuer sans protection',
      skipHint:
        'Quiconque détient une signature de votre clé d’accès peut alors l’envoyer sans votre approbation.',
      skipSure: 'Oui, sans protection',
    },
    app: 'Ouvrir l’application d’approbation',
    signInFirst: 'Connectez-vous une fois à l’application d’approbation, puis revenez ici.',
    claim: (host) =>
      `${host} indique que c’est l’adresse de votre clé d’approbation. Cette page ne peut pas le vérifier. Si elle est fausse, vous ne pourrez pas utiliser le portefeuille avant de l’avoir retirée.`,
    isOwn: (host) => `${host} indique que c’est l’adresse de votre clé d’approbation.`,
    isForeign: (host) =>
      `${host} indique que ce n’est pas l’adresse de votre clé d’approbation. C’est peut-être celle de l’organisation.`,
    together: 'Votre clé d’accès et le cosignataire peuvent tout faire ensemble.',
    alone: 'Aucun des deux ne peut rien déplacer seul.',
    removable:
      'Votre clé d’accès seule peut retirer le cosignataire. Cela prend 3 jours, ou 30 s’il s’y oppose.',
    backupLabel: 'Adresse de secours (facultatif)',
    backupHint:
      'Vous n’en avez pas encore. Si vous perdez votre clé d’accès, cette adresse peut en donner une nouvelle au portefeuille. Elle ne doit être ni sur cet appareil ni le cosignataire.',
    backupHeld:
      'Si vous en indiquez une, vous approuvez aussi ce changement dans l’application d’approbation.',
    isBackup:
      'L’adresse de votre clé d’approbation est l’adresse de secours de ce portefeuille. Comme cosignataire, elle aurait deux voix. Indiquez d’abord une autre adresse de secours.',
    submit: 'Vérifier et signer',
    removing: (time) => `Le retrait de ce cosignataire a commencé. Il prend effet à : ${time}.`,
    keep: 'Arrêter le retrait',
    remove: 'Retirer le cosignataire',
    removeHint: 'Ensuite, votre clé d’accès seule peut tout déplacer dans ce portefeuille.',
    removeSure: 'Oui, commencer le retrait',
    changed:
      'Le serveur indique un autre cosignataire que celui que ce navigateur connaît. Si vous ne l’avez pas changé vous-même, ne signez rien et prévenez les responsables de cette page.',
    changedByMe: 'Je l’ai changé moi-même',
    perhapsRemoved:
      'Vous avez commencé le retrait du cosignataire. Le serveur dit qu’il est terminé. Si le cosignataire s’y est opposé, il prend 30 jours et n’est pas encore terminé : alors ne signez rien et prévenez les responsables de cette page.',
    notObjected: 'Le cosignataire ne s’y est pas opposé',
    problems: {
      missing: 'Saisissez une adresse.',
      notAddress: 'Cette adresse ne peut pas détenir de clé : il faut 0x et 40 chiffres.',
      checksum: 'Cette adresse contient une erreur. Copiez-la de nouveau.',
      self: 'C’est l’un de vos portefeuilles, que les mêmes clés d’accès ouvrent. Utilisez une autre adresse.',
      token: 'C’est le contrat d’un jeton, qui ne peut rien signer. Utilisez une autre adresse.',
      same: 'C’est déjà votre adresse de secours.',
      imitation:
        'Cette adresse ressemble à l’une des vôtres mais en diffère. Copiez-la de nouveau depuis une source sûre.',
      coSigner: 'C’est le cosignataire. Une seule clé aurait alors deux voix. Utilisez une autre adresse.',
    },
  },

  devices: {
    heading: 'Appareils',
    lede: 'Chacune de ces clés d’accès ouvre ce portefeuille et peut tout signer.',
    unnamed: 'Appareil sans nom',
    isThis: 'cet appareil',
    first: 'première clé d’accès',
    remove: 'Retirer',
    removeNamed: (name) => `Retirer ${name}`,
    add: 'Ajouter un autre appareil',
    join: 'Ajouter cet appareil',
    full: 'Ce portefeuille a autant d’appareils que possible. Retirez-en un d’abord.',
    unknown: 'Ce service n’indique pas les appareils d’un portefeuille.',
    onlyKnown:
      'Une autre clé d’accès du portefeuille doit signer cela, pour qu’il vous en reste une qui fonctionne. Aucune n’est connue ici. Ouvrez cette page sur l’autre appareil et retirez celui-ci là-bas.',
    addHeading: 'Ajouter un appareil',
    addLede:
      'Ouvrez cette page sur le nouvel appareil et choisissez « Ajouter cet appareil ». Scannez ensuite le code affiché, ou collez-le ici.',
    codeLabel: 'Code du nouvel appareil',
    scan: 'Scanner le code',
    noCamera: 'La caméra ne peut pas être utilisée. Autorisez-la dans le navigateur ou collez le code.',
    next: 'Comparer',
    problems: {
      missing: 'Collez le code du nouvel appareil.',
      format: 'Ce n’est pas le code d’un appareil. Copiez-le de nouveau.',
      wallet: 'Ce code est pour un autre portefeuille. Choisissez ce portefeuille sur le nouvel appareil.',
      domain:
        'Cette clé d’accès fonctionne sur une autre adresse web : ce portefeuille ne peut pas l’utiliser.',
      known: 'Ce portefeuille a déjà cet appareil.',
      invalid: 'Ce code ne contient pas de clé valable. Copiez-le de nouveau.',
    },
    compareHeading: 'Comparez les mots',
    compareLede:
      'Regardez le nouvel appareil. Exactement ces mots doivent s’y trouver. Sinon, l’appareil de quelqu’un d’autre recevrait votre portefeuille.',
    same: 'Les mots sont identiques',
    different: 'Ils sont différents',
    joinHeading: 'Ajouter cet appareil',
    joinLede:
      'Vous créez ici une clé d’accès. Un appareil qui ouvre déjà le portefeuille doit ensuite l’autoriser.',
    nameLabel: 'Nom de cet appareil',
    nameHint: 'Pour distinguer vos appareils.',
    makePasskey: 'Créer la clé d’accès',
    useMade: 'Utiliser la nouvelle clé d’accès',
    waitingHeading: 'Autorisez-le sur votre autre appareil',
    waitingLede:
      'Sur un appareil qui ouvre ce portefeuille, choisissez « Ajouter un autre appareil » et saisissez ce code. Il doit afficher les mêmes mots.',
    code: 'Code à saisir',
    qr: 'Code QR pour l’autre appareil',
    watching: 'Nous surveillons. Vous pouvez partir et revenir : votre nouvelle clé d’accès est conservée.',
    stalled: 'Le portefeuille n’a pas pu être lu. Nous continuons d’essayer.',
    joinedHeading: 'Cet appareil ouvre votre portefeuille',
    joined: 'Vous pouvez désormais signer ici avec la nouvelle clé d’accès.',
    toDevices: 'Afficher les appareils',
  },

  what: {
    changes: 'Vous modifiez ce portefeuille',
    coSigner: 'Ce cosignataire doit tout signer',
    noCoSigner: 'Il n’a plus de cosignataire',
    removal: 'Le retrait de son cosignataire commence',
    kept: 'Il garde son cosignataire',
    backup: 'Cette adresse de secours peut le récupérer',
    noBackup: 'Il n’a plus d’adresse de secours',
    added: 'Cet appareil peut tout signer',
    removed: 'Cet appareil ne peut plus rien signer',
    unknown: 'Vous appelez un contrat dont l’effet est inconnu',
  },
  warnings: {
    'adds-key': 'Quiconque détient cet appareil peut tout déplacer dans ce portefeuille. Comparez les mots.',
    'removes-key':
      'L’appareil retiré ne peut plus ouvrir ce portefeuille. Signez avec une clé d’accès qui reste.',
    'sets-co-signer':
      'Si cette adresse est fausse, vous ne pourrez pas utiliser le portefeuille pendant 3 jours, ou 30 si son détenteur s’oppose.',
    'removes-co-signer': 'Votre clé d’accès seule peut alors tout déplacer dans ce portefeuille.',
    'starts-co-signer-removal':
      'Dans 3 jours, votre clé d’accès seule peut tout déplacer dans ce portefeuille.',
    'sets-backup':
      'Quiconque détient la clé de cette adresse peut prendre votre portefeuille après trois jours, sauf si vous refusez à temps.',
    'removes-backup': 'Sans adresse de secours, une clé d’accès perdue est un portefeuille perdu.',
    'unknown-call': 'Cet appel ne peut pas être décodé : son effet est inconnu.',
  },
}

export default (): KeysTexts => keys
