import type { Config } from '#kernel/config.ts'
import type { Mail } from '#kernel/mail/mail.ts'
import { withName, writeMail } from '#kernel/mail/mail-template.ts'
import type { ApplicationStatus } from '../producers.rules.ts'

interface Applicant {
  id: string
  name: string
  email: string
}

const why = (config: Config) =>
  `You get this mail because an application to join ${config.storeName} was sent with this address.`

export const applicationReceivedMail = (config: Config, applicant: Applicant): Mail =>
  writeMail(config, {
    to: applicant.email,
    subject: `${config.storeName} has your application`,
    heading: withName('Thank you', applicant.name),
    text: 'We have your application to join as a producer. We read every application and will write to you at this address.',
    why: why(config),
  })

/** Tells an applicant what was decided. */
export const decisionMail = (config: Config, status: ApplicationStatus, applicant: Applicant): Mail =>
  writeMail(config, {
    to: applicant.email,
    why: why(config),
    ...(status === 'approved'
      ? {
          subject: `Welcome to ${config.storeName}`,
          heading: withName('Welcome', applicant.name),
          text: 'Your application is approved. You have a page in our shop now, where people can read your story.',
          button: { label: 'See your page', to: `${config.publicUrl}/producers/${applicant.id}` },
          blocks: [{ text: 'We will write to you about your first products.' }],
        }
      : {
          subject: `Your application to ${config.storeName}`,
          heading: withName('Thank you for applying', applicant.name),
          text: 'We cannot take you on as a producer at this time. We wish you and your work well.',
        }),
  })
