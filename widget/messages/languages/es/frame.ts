import type { FrameMessages } from '#widget/messages/frame-en.ts'

export const frame: FrameMessages = {
  errors: {
    INSECURE_CONTEXT:
      'Las passkeys necesitan una página cifrada. Abra esta página con su dirección que empieza por https://.',
    PAGE_HIDDEN:
      'Esta página no estaba en primer plano, así que no pudo abrirse la ventana de la passkey. Haga clic aquí e inténtelo otra vez.',
    PASSKEY_NOT_FOUND:
      'Este dispositivo no tiene ninguna passkey para esta cartera. No se ha firmado nada. Inténtelo otra vez y elija su teléfono u otro dispositivo.',
    PASSKEY_REFUSED:
      'El navegador lo rechazó enseguida, sin preguntarle. Configure un bloqueo de pantalla, huella o PIN e inténtelo otra vez, o use otro dispositivo.',
    PASSKEY_NO_ANSWER:
      'Su gestor de contraseñas se hizo cargo de la petición y no respondió. Desactívelo para esta página, o elija otro, e inténtelo otra vez.',
    PASSKEY_BUSY: 'Hay otra ventana de passkey abierta. Termínela o ciérrela e inténtelo otra vez.',
    PASSKEY_UNVERIFIED:
      'El dispositivo no comprobó que sea usted. Configure en él huella, cara o PIN, o use otro dispositivo.',
    PASSKEY_KEY_TYPE:
      'Este dispositivo crea otro tipo de passkey que el que necesitan las carteras. Use otro dispositivo o gestor de contraseñas.',
    CLOCK_WRONG:
      'El reloj de este dispositivo no va bien, así que se rechazó el plazo. Póngalo en automático, revise todo una vez más y confirme.',
    RP_ID_MISMATCH:
      'La passkey pertenece a otra dirección web que esta página. Abra la página en la que la creó.',
    PASSKEY_BLOCKED:
      'La página que contiene a esta no permite passkeys aquí. Continúe en una ventana propia.',
  },
  copyDetails: 'los datos para soporte',
  windowNeeded: 'Este navegador solo crea passkeys en una ventana propia. Pulse otra vez para abrirla.',
  covered: 'Algo tapa esta cartera o no se ve entera. Así no se puede confirmar nada.',
  openWindow: 'Abrir en una ventana',
  windowOpen: 'Continúe en la ventana que se ha abierto.',
  windowBlocked:
    'El navegador no ha abierto la ventana. Permita las ventanas emergentes para esta página y pulse otra vez.',
  createHeading: 'Cree la passkey aquí',
  createLede: 'La página de la que viene no puede hacerlo. Esta ventana se cierra después.',
  createSubmit: 'Crear passkey',
}
