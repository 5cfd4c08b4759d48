export { randomFrom } from 'impulse2d/scenes';
