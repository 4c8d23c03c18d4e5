import type { Config } from '#kernel/config.ts'
import type { Mail } from '#kernel/mail/mail.ts'
import { writeMail } from '#kernel/mail/mail-template.ts'
import type { ApplicationStatus } from '../producers.rules.ts'

interface Applicant {
  id: string
  name: string
  email: string
}

export const applicationReceivedMail = (config: Config, applicant: Applicant): Mail =>
  writeMail(config, {
    to: applicant.email,
    subject: `${config.storeName} has your application`,
    name: applicant.name,
    blocks: [
      'Thank you for applying to join as a producer. We read every application and will write to you at this address.',
    ],
  })

/** Tells an applicant what was decided. */
export const decisionMail = (config: Config, status: ApplicationStatus, applicant: Applicant): Mail =>
  writeMail(config, {
    to: applicant.email,
    name: applicant.name,
    ...(status === 'approved'
      ? {
          subject: `Welcome to ${config.storeName}`,
          blocks: [
            'Your application is approved. You have a page in our shop now, where people can read your story.',
            { link: 'See your page', to: `${config.publicUrl}/producers/${applicant.id}` },
            'We will write to you about your first products.',
          ],
        }
      : {
          subject: `Your application to ${config.storeName}`,
          blocks: [
            'Thank you for applying. We cannot take you on as a producer at this time. We wish you and your work well.',
          ],
        }),
  })
