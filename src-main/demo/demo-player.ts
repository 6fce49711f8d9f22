/** The demo's player: the valid secret, and the accounts at the demo's bank. */
export const demoPlayer = {
  secret: 'nordwind-demo-8f3a1c',
  name: '[MOIN] Fenja Carstens',
  steamId: '76500000000012345',
  /** The player's own accounts; the first is the main one. */
  accounts: [
    { iban: 'NH104233', balance: 1_284_560 },
    { iban: 'NH220871', balance: 86_200 },
  ],
  /** Accounts of others that the player may use. */
  sharedAccounts: [{ iban: 'NH330190', balance: 412_905 }],
} as const
