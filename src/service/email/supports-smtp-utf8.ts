import SMTPConnection from 'nodemailer/lib/smtp-connection'
import * as z from 'zod/mini'

type Options = ConstructorParameters<typeof SMTPConnection>[0]

/** The library publishes the list of the server's extensions only in this field. */
const connectedSchema = z.object({ _supportedExtensions: z.array(z.string()) })

/**
 * Whether a mail server accepts email addresses whose local part is not ASCII (RFC 6531). The library would send such
 * an address to any server.
 *
 * @throws Error if the server cannot be reached
 */
export async function supportsSmtpUtf8(options: Options): Promise<boolean> {
  const connection = new SMTPConnection(options)
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    return connectedSchema.parse(connection)._supportedExtensions.includes('SMTPUTF8')
  } finally {
    connection.close()
  }
}
