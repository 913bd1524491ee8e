import type { FrameMessages } from '#widget/messages/frame-en.ts'

export const frame: FrameMessages = {
  errors: {
    INSECURE_CONTEXT:
      'Les clés d’accès exigent une page chiffrée. Ouvrez cette page par son adresse qui commence par https://.',
    PAGE_HIDDEN:
      'Cette page n’était pas au premier plan : la demande de clé d’accès n’a pas pu s’ouvrir. Cliquez ici et réessayez.',
    PASSKEY_NOT_FOUND:
      'Cet appareil n’a pas de clé d’accès pour ce portefeuille. Rien n’a été signé. Réessayez et choisissez votre téléphone ou un autre appareil.',
    PASSKEY_REFUSED:
      'Le navigateur a refusé aussitôt, sans vous demander. Configurez un verrouillage d’écran, une empreinte ou un code et réessayez, ou utilisez un autre appareil.',
    PASSKEY_NO_ANSWER:
      'Votre gestionnaire de mots de passe a pris la demande et n’a pas répondu. Désactivez-le pour cette page, ou choisissez-en un autre, et réessayez.',
    PASSKEY_BUSY: 'Une autre demande de clé d’accès est ouverte. Terminez-la ou fermez-la, et réessayez.',
    PASSKEY_UNVERIFIED:
      'L’appareil n’a pas vérifié que c’est bien vous. Configurez-y une empreinte, un visage ou un code, ou utilisez un autre appareil.',
    PASSKEY_KEY_TYPE:
      'Cet appareil crée un autre type de clé d’accès que celui qu’il faut aux portefeuilles. Utilisez un autre appareil ou gestionnaire de mots de passe.',
    CLOCK_WRONG:
      'L’horloge de cet appareil est fausse : le délai a donc été refusé. Réglez-la sur automatique, vérifiez encore une fois et confirmez.',
    RP_ID_MISMATCH:
      'La clé d’accès appartient à une autre adresse web que cette page. Ouvrez la page où vous l’avez créée.',
    PASSKEY_BLOCKED:
      'La page qui contient celle-ci n’autorise pas les clés d’accès ici. Continuez dans une fenêtre à part.',
  },
  copyDetails: 'les détails pour l’assistance',
  windowNeeded:
    'Ce navigateur ne crée des clés d’accès que dans une fenêtre à part. Appuyez encore une fois pour l’ouvrir.',
  covered:
    'Quelque chose recouvre ce portefeuille, ou il n’est pas entièrement visible. Rien ne peut être confirmé ainsi.',
  openWindow: 'Ouvrir dans une fenêtre',
  windowOpen: 'Continuez dans la fenêtre qui s’est ouverte.',
  windowBlocked:
    'Le navigateur n’a pas ouvert la fenêtre. Autorisez les fenêtres surgissantes pour cette page, et appuyez encore une fois.',
  createHeading: 'Créez la clé d’accès ici',
  createLede: 'La page d’où vous venez ne peut pas le faire elle-même. Cette fenêtre se ferme ensuite.',
  createSubmit: 'Créer une clé d’accès',
}
