/** The demo's one player: the secret that is valid, and the accounts that the demo's bank should hold. */
export const demoPlayer = {
  secret: 'nordwind-demo-8f3a1c',
  name: '[MOIN] Fenja Carstens',
  steamId: '76500000000012345',
  /** The player's own accounts; the first is the main one. */
  accounts: [
    { iban: 'NH104233', balance: 1_284_560 },
    { iban: 'NH220871', balance: 86_200 },
  ],
  /** Accounts the player may use, and people the player knows. */
  sharedAccounts: [{ iban: 'NH330190', balance: 412_905 }],
  contacts: [
    { name: 'Ole Tams', number: '55 20 41', iban: 'NH417702' },
    { name: 'Hansen Spedition', number: '55 90 00', iban: 'NH500118' },
    { name: 'Pannendienst', number: '112', iban: '' },
    { name: 'Enno Uhl', number: '', iban: 'NH618845' },
  ],
} as const
