import { describe, expect, it } from 'vitest'
import { Router } from '#shared/router/index.ts'

describe('the router', () => {
  it('goes back and forward over where the player was', () => {
    const router = new Router()
    router.go('servers')
    router.go('server', { id: '2' })
    router.back()
    expect(router.screen).toBe('servers')
    router.forward()
    expect(router.place).toEqual({ screen: 'server', params: { id: '2' } })
    expect(router.canGoForward).toBe(false)
  })

  it('forgets what lay ahead when the player goes elsewhere', () => {
    const router = new Router()
    router.go('servers')
    router.back()
    router.go('news')
    expect(router.canGoForward).toBe(false)
    router.back()
    expect(router.screen).toBe('home')
  })

  it('takes no step for where one already is', () => {
    const router = new Router()
    router.go('home')
    expect(router.canGoBack).toBe(false)
  })

  it('replaces parameters without a step', () => {
    const router = new Router()
    router.go('market')
    router.replace({ query: 'x' })
    expect(router.params.query).toBe('x')
    router.back()
    expect(router.screen).toBe('home')
  })

  it('keeps a wish at its place until it is taken up, also where one already is', () => {
    const router = new Router()
    router.go('server', { id: '2' }, 'join')
    expect(router.wish).toBe('join')
    expect([router.take('transfer'), router.take('join'), router.take('join')]).toEqual([false, true, false])
    router.go('news')
    router.back()
    expect(router.place).toEqual({ screen: 'server', params: { id: '2' } })
    router.go('server', { id: '2' }, 'join')
    expect([router.wish, router.canGoForward]).toEqual(['join', true])
  })

  it('remembers no more than it must', () => {
    const router = new Router()
    for (let at = 0; at < 500; at++) router.go('server', { id: String(at) })
    let steps = 0
    while (router.canGoBack) {
      router.back()
      steps++
    }
    expect(steps).toBeLessThan(60)
  })
})
