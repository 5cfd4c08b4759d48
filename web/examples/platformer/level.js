// The level: one character is a tile of one metre.
//
//   #  ground       / \  slopes      =  a platform to jump onto from below      m  a moving platform
//   o  a coin       c    a crate     e  a snail      P  the player      F  the flag
export const rows = [
  '                                                                                    ',
  '                                                                                    ',
  '                                                                                    ',
  '                                                                                    ',
  '                                        oo                           ooo            ',
  '                                                                                    ',
  '               oo               o   o   ==              o            ===            ',
  '                                                o                                   ',
  '      ooo    /####\\      c     ###  ==      ==                       ===  ##\\       ',
  '  P         /######\\   c c  e  ###             ####  m         /##\\e      ###\\   F  ',
  '##################################             ####          #######################',
  '##################################             ####          #######################',
  '##################################             ####          #######################',
];

/** Every tile of one of these kinds: the kind, and its column and row. */
export function tiles(kinds) {
  return rows.flatMap((row, y) =>
    [...row].map((kind, x) => ({ kind, x, y })).filter(({ kind }) => kinds.includes(kind)),
  );
}
