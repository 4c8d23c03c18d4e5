// Pages load this, so it brings no zod.

export const demoWords = 'Invented, part of the demo'
