import type { Config } from '#kernel/config.ts'
import type { Mail } from '#kernel/mail/mail.ts'
import { writeMail } from '#kernel/mail/mail-template.ts'

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

export const applicationApprovedMail = (config: Config, applicant: Applicant): Mail =>
  writeMail(config, {
    to: applicant.email,
    subject: `Welcome to ${config.storeName}`,
    name: applicant.name,
    blocks: [
      'Your application is approved. You have a page in our shop now, where people can read your story.',
      { link: 'See your page', to: `${config.publicUrl}/producers/${applicant.id}` },
      'We will write to you about your first products.',
    ],
  })

export const applicationRejectedMail = (config: Config, applicant: Applicant): Mail =>
  writeMail(config, {
    to: applicant.email,
    subject: `Your application to ${config.storeName}`,
    name: applicant.name,
    blocks: [
      'Thank you for applying. We cannot take you on as a producer at this time. We wish you and your work well.',
    ],
  })
