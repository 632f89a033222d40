// Words of English, Spanish and Portuguese that do not help to a tool, without accents. Phrases of the vocabulary may contain them.
// They are the articles, pronouns, prepositions, auxiliary verbs and adverbs of the three languages, and the words with which ask
// for a list.
export const stop_words: ReadonlySet<string> = new Set(
  `
  a about above more acerca achar ademas after again ahi ai ainda al algo alguien algum alguma algumas algun alguna algunas alguno algunos
  alguns all also am an and ante antes any ao aos apenas aqui are as asi at ate aun aunque bastante be because been before being below
  between bien both busca but by cada can casi che com como con contra could cual cuales cualquier cuando cuanta cuantas cuanto
  cuantos da dame daqui dar das de decime decir del dela dele deles dentro depois desde dice dicen did do does doing don donde dos down
  durante during e each el ela elas ele eles ella ellas ello ellos em en encontrar encuentra entao entonces entre era eram eran eres es
  esa esas ese eso esos essa essas esse esses esta estaba estamos estan estao estar estas estava este estes esto estos estou estoy etc
  eu favor faz fazer fetch few foi for foram from fue fueron further get getting give given gives go goes going gostaria got ha
  haber habia hace hacer hacia had han has hasta have having hay he hemos her here hers him his how i if im in incluso into ir is isnt
  isso isto it its itself ja junto just know la las le les let lets lhe like lista listado listame listar listing lo look looking
  los lot lots mais many mas me mesma mesmo meu meus mi mia mias mientras mine minha minhas mio mios mira mis mismo most mostra mostrame
  mostre much mucha muchas mucho muchos muestra muestrame muita muitas muito muitos must muy my myself na nada nao nas need needs nem
  nenhum ni ningun ninguna no nor nos nosotros nossa nossas nosso nossos not nuestra nuestras nuestro nuestros num numa o of off ok on
  once onde only or os other otra otras otro otros ou our ours out over own para pela pelas pelo pelos pero please poco pode
  podem podes podria por porem porque posso pra preciso procurar puede pueden puedo pues put quais qual qualquer quando quanta
  quantas quanto quantos que quem quero quien quienes quiero quisiera retrieve said same sao se sea sean see seem seems
  segun seja sem sempre ser seu seus she should show si sido siempre sim sin since sino so sobre solo some something somos son sou soy
  stuff su sua suas such sus suya suyo take tal tambem tambien tampoco tan tanto tao te tell tem temos tenemos tener tengo tenho ter
  teve than thanks that thats the their theirs them then there these they thing things this those through ti tiene tienen to toda todas
  todavia todo todos too tu tudo tus um uma umas un una unas under uno unos uns until up upon us usted ustedes va vai vamos van ver very
  voce voces vos vou voy want wanted was we were what whats when where whether which while who whom whose will with within would y ya
  yes yet yo you your yours`
    .trim()
    .split(/\s+/),
)
