export { addMixed, floor, ngon, tray } from 'impulse2d/scenes';
