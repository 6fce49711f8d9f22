import type { Contract, Domain, DomainHandlers } from '../../../src-preload/contract/kit.ts'

/** How each domain's handlers come to be: called once, when the page first asks the domain for something. */
export type Openings<C extends Contract> = {
  readonly [D in keyof C]: () => DomainHandlers<C[D]> | Promise<DomainHandlers<C[D]>>
}

/** Opens each domain once, whoever asks first; later ones wait for the same opening, and hear the same failure. */
export function openOnce<C extends Contract>(
  openings: Openings<C> | Promise<Openings<C>>,
): (domain: keyof C) => Promise<DomainHandlers<Domain>> {
  const opened = new Map<keyof C, Promise<DomainHandlers<Domain>>>()
  return (domain) => {
    const held = opened.get(domain)
    if (held) return held
    const opening = Promise.resolve(openings).then((all) => all[domain]())
    opened.set(domain, opening)
    return opening
  }
}
