// sound.js -- a soft knock for a move and a chord for the end; silent until switched on.
import { settings } from './settings.js';

/** @type {AudioContext | null} */
let context = null;

/** @param {number} pitch @param {number} delay @param {number} length */
function tone(pitch, delay, length) {
    context ??= new AudioContext();
    const begin = context.currentTime + delay;
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    voice.frequency.value = pitch;
    voice.type = 'triangle';
    volume.gain.setValueAtTime(0.18, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    voice.connect(volume).connect(context.destination);
    voice.start(begin);
    voice.stop(begin + length);
}

/** @param {'move' | 'take' | 'end'} what */
export function sound(what) {
    if (!settings.sounds) return;
    if (what === 'move') tone(320, 0, 0.09);
    if (what === 'take') [260, 190].forEach((pitch, i) => tone(pitch, i * 0.07, 0.12));
    if (what === 'end') [330, 415, 494].forEach((pitch, i) => tone(pitch, i * 0.12, 0.5));
}
