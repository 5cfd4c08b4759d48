// What an edited scene imports: the engine of this page, and not another one.

export * from 'impulse2d';
export { addMixed, captionOf, floor, ngon, randomFrom, tint, tray } from 'impulse2d/scenes';
