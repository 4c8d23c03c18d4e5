import type { ReactNode } from 'react'

/** What stands beside the form, and in its place once it was sent. */
export const joinEn = {
  title: 'Join as Producer',
  description:
    'Show us what you make and how you make it. Ten questions, about ten minutes; most of the profit goes to producers.',
  intro: 'Show us what you make and how you make it. We read every application and reply by e-mail.',
  facts: [
    'Ten questions, about ten minutes',
    'Have ready: a photo of you and one of your work, or links to them',
    'You name your price, and most of the profit is yours on top. Applying is free.',
  ] as readonly [string, string, string],
  received: 'Application received',
  weWriteTo: (email: ReactNode): readonly ReactNode[] => ['We will write to ', email, '.'],
  next: 'What happens next',
  steps: [
    'In a few minutes a mail there says that we have your application. Its link shows what becomes of it.',
    'A person reads every message. You need not do anything.',
    'A second mail tells what we have decided. If it is a yes, your page is in the shop by then, and the mail leads to it.',
  ] as readonly [string, string, string],
  notHeard: (support: ReactNode): readonly ReactNode[] => [
    'If you have not heard from us within two weeks, write to ',
    support,
    '.',
  ],
  home: 'Go to home',
}
